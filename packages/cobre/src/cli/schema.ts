import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { writeWhole } from '@quadrivium/kernel/essentials';
import { caseSchemas } from '../case/registry.js';

import { caseFileSchema } from '../service/cases/config-schema.js';
import type { Answer, CliCommand } from './command.js';
import type { Shell } from './shell.js';
import { plural, table } from './text.js';

export const schemaCommand: CliCommand = {
  name: 'schema',
  declare(command, does) {
    command.description('JSON Schemas of the files of a case');
    command
      .command('export')
      .description('Write the JSON Schema of every file of a case; that of a table describes its rows')
      .option('--output-dir <directory>', 'Where to write them', 'schemas')
      .action(does(exportSchemas));
  },
};

async function exportSchemas(_shell: Shell, { outputDir }: { readonly outputDir: string }): Promise<Answer> {
  await mkdir(outputDir, { recursive: true });
  const written: { readonly describes: string; readonly file: string }[] = [];
  for (const path of Object.keys(caseSchemas)) {
    const file = resolve(join(outputDir, `${basename(path).replace(/\.(json|parquet)$/, '')}.schema.json`));
    await writeWhole(file, `${JSON.stringify(caseFileSchema(path), null, 2)}\n`);
    written.push({ describes: path, file });
  }
  return {
    data: { output_directory: resolve(outputDir), schemas: written },
    summary: `${plural(written.length, 'schema')} in ${outputDir}`,
    details: () =>
      table(
        ['file of a case', 'schema'],
        written.map(({ describes, file }) => [describes, basename(file)]),
      ),
  };
}
