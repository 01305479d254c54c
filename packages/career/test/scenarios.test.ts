import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceptance, caseKinds, scenarioIds } from './parity-cases.js';
import { scenarioTests } from './scenarios.js';

const root = join(import.meta.dirname, '../../..');
const sources = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the acceptance scenarios', () => {
  test.each(Object.entries(scenarioTests))('%s is played by tests that exist', (_, names) => {
    for (const name of names) {
      const [file = '', title = ''] = name.split(' > ');
      expect(sources(file), name).toContain(title);
    }
  });
});

describe.skipIf(acceptance.absent)('the acceptance file', () => {
  test('has no scenario that nobody plays', () => {
    expect(Object.keys(scenarioTests).sort()).toEqual([...scenarioIds].sort());
  });

  test('has no kind of case that nobody runs', () => {
    const files = ['app-parity.test.ts', 'match/parity.test.ts', 'ingest/resume.test.ts'];
    const text = files.map((file) => sources(`packages/career/test/${file}`)).join('\n');
    expect(caseKinds.filter((kind) => !text.includes(`('${kind}')`))).toEqual([]);
  });
});
