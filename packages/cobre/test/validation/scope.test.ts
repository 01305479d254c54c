import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateCase } from '../../src/index.js';
import { smallCase, stageEntry, temporaryCase, thermalEntry } from '../case/write-case.js';

const source = join(import.meta.dirname, '../../src');

test('validation knows no solver: nothing it stands on imports one', () => {
  const files = ['validation', 'case'].flatMap((part) =>
    readdirSync(join(source, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.path, entry.name)),
  );
  const solving = files.filter((file) =>
    /from '(?:\.\.\/)+(?:lp|stage|sddp|simulation)\//.test(readFileSync(file, 'utf8')),
  );
  expect(solving).toEqual([]);
});

test('a case of two thousand plants and ten years of months is validated whole', async () => {
  const months = Array.from({ length: 120 }, (_, id) => stageEntry(id));
  const thermals = Array.from({ length: 2000 }, (_, id) => thermalEntry(id, 10 + id, 5));
  const small = smallCase();
  const directory = await temporaryCase({
    'stages.json': { ...(small['stages.json'] as object), stages: months },
    'system/thermals.json': { thermals },
  });
  const report = await validateCase(directory);
  expect(report.summary).toMatchObject({ layers_completed: expect.anything() });
  expect(report.errors.map((problem) => problem.kind)).not.toContain('ParseError');
});
