import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { shownAsChart } from '../app/charts-page.js';
import { queryConvergence } from '../service/answers/convergence.js';
import { outputDir, pairOf, range } from './shared-fields.js';

const numbers = {
  iteration: { type: 'integer' },
  lower_bound: { type: 'number' },
  upper_bound: { type: 'number' },
  upper_bound_std: { type: 'number' },
  ci_95: { type: 'number' },
  gap: { type: 'number' },
  wall_time_ms: { type: 'integer' },
  iteration_time_ms: { type: 'integer' },
} as const;

export const queryConvergenceTool = () =>
  operation({
    name: 'cobre/query-convergence',
    title: 'Convergence history',
    description:
      'Bounds, gap and times of every training iteration of a run, and why it stopped. Costs are in $; gap is (upper - lower) / max(1, |upper|), a fraction; ci_95 is half the width of the 95 % interval of the upper bound. total_iterations counts all iterations, also when iteration_range asks for some.',
    effect: 'read',
    meta: shownAsChart,
    timeoutMs: 10_000,
    input: z.strictObject({
      output_dir: outputDir,
      iteration_range: range(
        'Optional inclusive [min_iteration, max_iteration] range. Defaults to all iterations',
      ).optional(),
    }),
    output: {
      type: 'object',
      properties: {
        iterations: {
          type: 'array',
          items: { type: 'object', properties: numbers, required: Object.keys(numbers) },
        },
        total_iterations: { type: 'integer' },
        termination_reason: { type: 'string' },
      },
      required: ['iterations', 'total_iterations', 'termination_reason'],
    },
    run: ({ output_dir, iteration_range }, { files }) => queryConvergence(files, output_dir, pairOf(iteration_range)),
  });
