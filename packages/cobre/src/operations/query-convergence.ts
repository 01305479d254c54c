import * as z from 'zod';
import { shownAsChart } from '../app/charts-page.js';
import { convergenceHistory, queryConvergence as query } from '../service/answers/convergence.js';
import { operation } from './operation.js';
import { outputDir, pairOf, range } from './shared-fields.js';

export const queryConvergence = operation({
  name: 'cobre/query-convergence',
  title: 'Convergence history',
  description:
    'Bounds, gap and times of every training iteration of a run, and why it stopped. Costs are in $; gap is (upper - lower) / max(1, |upper|), a fraction; ci_95 is half the width of the 95 % interval of the upper bound. total_iterations counts all iterations, also when iteration_range asks for some.',
  effect: 'read',
  narrower: 'give an iteration_range, such as the last ten.',
  meta: shownAsChart,
  timeoutMs: 10_000,
  input: z.strictObject({
    output_dir: outputDir,
    iteration_range: range(
      'Optional inclusive [min_iteration, max_iteration] range. Defaults to all iterations',
    ).optional(),
  }),
  output: convergenceHistory,
  run: ({ output_dir, iteration_range }, { files }) => query(files, output_dir, pairOf(iteration_range)),
});
