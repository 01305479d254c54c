import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { templates } from '../../src/templates/index.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { answerOf, temporaryDirectory } from './program.js';

describe('templates', () => {
  test.each(templates.map((template) => [template.name, template] as const))(
    '%s is valid without a single warning, and the same bytes every time',
    async (_, template) => {
      const directory = temporaryDirectory();
      for (const { path, content } of template.files()) {
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), content);
      }
      const report = await validateCase(directory);
      expect(report.errors).toEqual([]);
      expect(report.warnings).toEqual([]);
      expect(template.files()).toEqual(template.files());
    },
  );
});

describe('cobre init', () => {
  test('refuses a directory that holds something, unless forced', async () => {
    const directory = temporaryDirectory();
    await writeFile(join(directory, 'mine.txt'), 'keep me');
    const refused = await answerOf('init', directory);
    expect(refused.code).toBe(1);
    expect(refused.envelope.errors).toMatchObject([{ kind: 'InvalidArguments', context: { field: 'directory' } }]);
    const forced = await answerOf('init', directory, '--force', '--template', 'cascade');
    expect(forced.envelope).toMatchObject({ success: true, data: { template: 'cascade' } });
    expect(forced.envelope.data.files).toHaveLength(11);
  });

  test('lists its examples and names them when asked for another', async () => {
    const { envelope } = await answerOf('init', '--list');
    expect(envelope.data.templates.map(({ name }: { name: string }) => name)).toEqual([
      'one-reservoir',
      'cascade',
      'four-regions',
      'every-part',
    ]);
    const { code, envelope: other } = await answerOf('init', 'x', '--template', 'ocean');
    expect(code).toBe(1);
    expect(other.errors[0].suggestion).toContain('four-regions');
  });
});
