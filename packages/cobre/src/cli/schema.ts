import { basename, join, resolve } from 'node:path';
import { makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import { command, onSwitch, textValue, withDefault } from '@quadrivium/kernel/shell';
import { casePaths } from '../case/registry.js';
import { caseFileSchema } from '../service/cases/config-schema.js';
import { toldWriting } from '../service/files/told-writing.js';
import { plural, table } from './text.js';

export const schemaCommand = command({
  name: 'schema export',
  description: 'Write the JSON Schema of every file of a case; that of a table describes its rows',
  options: {
    outputDir: withDefault(textValue('output-dir', 'Where to write them', 'directory'), 'schemas'),
    current: onSwitch('current', 'As current cases write them, instead of those of release 0.5.1'),
  },
  async run(_, { outputDir, current }) {
    const generation = current ? 'current' : 'cobre-0.5';
    makeFolder(outputDir);
    const written: { readonly describes: string; readonly file: string }[] = [];
    for (const path of casePaths(generation)) {
      const file = resolve(join(outputDir, `${basename(path).replace(/\.(json|parquet)$/, '')}.schema.json`));
      const text = `${JSON.stringify(caseFileSchema(path, generation), null, 2)}\n`;
      await toldWriting(file, () => writeWhole(file, text), { kept: `the ${written.length} before it were` });
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
  },
});
