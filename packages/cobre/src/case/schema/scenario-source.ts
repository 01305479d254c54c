/** Where noise comes from; both generations write it the same way. */
import * as z from 'zod';
import { setting } from './primitives.js';

const seed = z.int();

export const treeSeed = setting(seed, 'Seed of the opening tree; only the absolute value counts', 42);
export const olderTreeSeed = setting(seed, 'Older name of tree_seed, read where that is left out');

const scheme = z.enum(['in_sample', 'out_of_sample', 'external', 'historical']);

const sampled = (what: string, from: string) =>
  setting(
    z.strictObject({
      scheme: scheme.describe(
        `in_sample: openings of the tree; out_of_sample: drawn anew; external: whole scenarios of ${from}`,
      ),
    }),
    `How ${what} of a trajectory come about`,
    { scheme: 'in_sample' },
  );

export const samplingClasses = {
  seed: setting(
    seed,
    'Seed of what out_of_sample draws and, in a simulation, of the way through the nodes of a policy graph; only the absolute value counts. Left out, that of the tree; out_of_sample and external (in release 0.5.1 historical too) do not go without',
  ),
  historical_years: setting(
    z.union([
      z.array(z.int()).min(1),
      z.object({ from: z.int().describe('First year'), to: z.int().describe('Last year, itself included') }),
    ]),
    'Years that the scheme historical draws from, as a list or as a range; all whose history is whole when left out',
  ),
  inflow: sampled('inflows', 'scenarios/external_inflow_scenarios.parquet; historical: whole years of the history'),
  load: sampled('loads', 'scenarios/external_load_scenarios.parquet; historical is refused'),
  ncs: sampled(
    'availabilities of non-controllable sources',
    'scenarios/external_ncs_scenarios.parquet; historical is refused',
  ),
};

export const trainingSource = 'Where the noise of forward passes comes from; openings of the tree when left out';
export const simulationSource =
  'Where the noise of simulated scenarios comes from; training.scenario_source when left out';
