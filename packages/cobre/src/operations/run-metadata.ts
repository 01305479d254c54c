import * as z from 'zod';
import { runPart } from '../service/answers/completeness.js';
import { outputNotFound, outputPlace } from '../service/files/place.js';
import { isUnderWay } from '../service/runs/lock/under-way.js';
import { anyObject, integer, orNull, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { outputDir } from './shared-fields.js';

const part = record({
  finished: z.boolean().describe('Everything of it was written'),
  scenarios_completed: orNull(integer()),
  scenarios: orNull(integer()),
});

const parts = record({
  running: z.boolean().describe('A run writes to the directory now'),
  training: part,
  simulation: part,
});

export type RunParts = Readonly<z.output<typeof parts>>;

export const runMetadata = operation({
  name: 'cobre/run-metadata',
  title: 'Metadata of a run',
  description:
    'What the parts of a run say about themselves: status, times, machine, settings; and whether they are whole.',
  effect: 'read',
  tool: false,
  input: z.strictObject({ output_dir: outputDir }),
  output: record({
    training: orNull(anyObject()),
    simulation: orNull(anyObject()),
    parts,
    proof: orNull(record({ statement: z.string(), interval: anyObject() })),
  }),
  async run({ output_dir }, { files }) {
    const { statedProof } = await import('../service/answers/verify-proof.js');
    await outputPlace(files, output_dir, 'training/metadata.json');
    const [running, training, simulation, proof] = await Promise.all([
      isUnderWay(files, output_dir),
      runPart(files, output_dir, 'training'),
      runPart(files, output_dir, 'simulation'),
      statedProof(files, output_dir),
    ]);
    const known = [training.metadata, simulation.metadata, simulation.scenarios].some((fact) => fact !== null);
    if (!known && !running) throw outputNotFound(output_dir, 'training/metadata.json');
    return {
      training: training.metadata,
      simulation: simulation.metadata,
      parts: { running, training: stateOf(training), simulation: stateOf(simulation) },
      proof,
    };
  },
});

function stateOf({ finished, completed, scenarios }: Awaited<ReturnType<typeof runPart>>) {
  return { finished, scenarios_completed: completed, scenarios };
}
