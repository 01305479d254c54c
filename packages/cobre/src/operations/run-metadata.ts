import { join } from 'node:path';
import * as z from 'zod';
import { outputNotFound, outputPlace } from '../service/files/place.js';
import { anyObject, orNull, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { outputDir } from './shared-fields.js';

export const runMetadata = operation({
  name: 'cobre/run-metadata',
  title: 'Metadata of a run',
  description: 'What the parts of a run say about themselves: status, times, machine, settings.',
  effect: 'read',
  tool: false,
  input: z.strictObject({ output_dir: outputDir }),
  output: record({ training: orNull(anyObject()), simulation: orNull(anyObject()) }),
  async run({ output_dir }, { files }) {
    const read = async (part: string) => {
      const path = join(output_dir, part, 'metadata.json');
      return (await files.exists(path)) ? (JSON.parse(await files.readFile(path, 'utf8')) as object) : null;
    };
    await outputPlace(files, output_dir, 'training/metadata.json');
    const [training, simulation] = await Promise.all([read('training'), read('simulation')]);
    if (training === null && simulation === null) throw outputNotFound(output_dir, 'training/metadata.json');
    return { training: training as Metadata, simulation: simulation as Metadata };
  },
});

type Metadata = Record<string, unknown> | null;
