import { defineTool } from '@quadrivium/kernel';
import * as z from 'zod';
import type { RunDesk } from '../service/run-desk.js';
import { progressOf } from '../service/run-progress.js';
import { caseDir } from './shared-fields.js';

const trainingNumbers = {
  iterations: { type: 'integer' },
  final_lower_bound: { type: 'number' },
  final_upper_bound: { type: 'number' },
  final_gap: { type: 'number' },
  termination_reason: { type: 'string' },
  total_cuts: { type: 'integer' },
  wall_time_ms: { type: 'integer' },
} as const;

/** What `cobre/run` answers; a task repeats it once it is done. */
export const runResult = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['completed', 'partial'] },
    output_dir: { type: 'string', description: 'Absolute path to the output directory' },
    training: { type: ['object', 'null'], properties: trainingNumbers, required: Object.keys(trainingNumbers) },
    simulation: {
      type: ['object', 'null'],
      properties: {
        scenarios: { type: 'integer' },
        output_files: { type: 'array', items: { type: 'string' } },
        wall_time_ms: { type: 'integer' },
        mean_cost: { type: 'number', description: 'Mean discounted cost over the scenarios, $' },
        std_cost: { type: 'number', description: 'Standard deviation of the cost over the scenarios, $' },
      },
      required: ['scenarios', 'output_files', 'wall_time_ms'],
    },
  },
  required: ['status', 'output_dir'],
} as const;

/** The string of the schema; the one-element list of an older example is understood too. */
export const phases = z
  .preprocess(
    (given) => (Array.isArray(given) && given.length === 1 ? given[0] : given),
    z.enum(['training', 'simulation', 'both']),
  )
  .default('both')
  .describe('Execution phases to run. Defaults to "both"');

export const runTool = (desk: RunDesk) =>
  defineTool({
    name: 'cobre/run',
    title: 'Train and simulate a case',
    description:
      'Trains a policy by stochastic dual dynamic programming and simulates it, as the settings of the case say; results go to output/ below the case. It may take minutes to hours: ask for progress, and cancel when it stalls. A cancelled run stops after the iteration at hand, keeps its checkpoint and can be resumed with policy.mode "resume". One run at a time.',
    effect: 'write',
    timeoutMs: 0,
    input: z.strictObject({ case_dir: caseDir, phases }),
    output: runResult,
    async run({ case_dir, phases: wanted }, { files, signal, progress }) {
      const step = progressOf();
      const run = await desk.start(files, {
        caseDirectory: case_dir,
        phases: wanted,
        onEvent(event, limit) {
          const update = step(event, limit);
          if (update) progress.report(update);
        },
      });
      const stop = (): void => run.stop();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      return run.result.finally(() => signal.removeEventListener('abort', stop));
    },
  });
