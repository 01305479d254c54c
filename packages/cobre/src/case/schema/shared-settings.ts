/** Settings that both generations write the same way. */
import * as z from 'zod';
import { count, nonNegative, positive, setting, withoutEffect } from './primitives.js';

export const forwardPasses = count.max(4294967295).describe('Trajectories that an iteration walks');

export const trainingEnabled = setting(
  z.boolean(),
  'Whether a policy is trained; with false a simulation follows the one stored at policy.path',
  true,
);

export const simulationEnabled = setting(z.boolean(), 'Whether the policy is simulated', false);

export const maxActivePerStage = setting(
  count,
  'Most active cuts of a stage; what decided something longest ago goes first. Counts only while cuts are selected; no limit when left out',
);

export const checkFrequency = setting(count, 'Iterations from one selection to the next', 5);

export const nonNegativityMethod = setting(
  z.enum(['none', 'penalty', 'truncation', 'truncation_with_penalty']),
  'What becomes of negative inflows: none takes them as they are, penalty buys what is missing at hydro.inflow_nonnegativity_cost, truncation raises them to zero, truncation_with_penalty does both',
  'penalty',
);
export const nonNegativity = 'How negative inflows of the models are treated';

export const compatibility = setting(
  z.enum(['none', 'cobre-0.5', 'cobre-0.16']),
  'Ours: whose conventions hold where numbers would differ. none: those of the form of the case; cobre-0.5: those of the original at release 0.5.1; cobre-0.16: those of its current releases. Left out, as none, but without the constant part of curtailment costs (cost · available), which is in total costs with none only',
);

export const modelingText = 'What the equations leave open';

export const estimationShape = {
  max_order: setting(z.int().min(0), 'Most lags of a fitted inflow model', 6),
  order_selection: setting(
    z.enum(['pacf', 'pacf_annual']),
    'How many lags a model has: pacf, by the partial autocorrelations of each season; pacf_annual, by those given the mean of the past year, which is then a term of the model',
    'pacf',
  ),
  min_observations_per_season: setting(
    z.int().min(0),
    'Validation warns where the history of a plant has fewer observations per season; the fit is the same',
    30,
  ),
  max_coefficient_magnitude: setting(
    positive,
    'A season with a standardized coefficient beyond this is fitted without lags; no limit when left out',
  ),
};

export const estimationText =
  'How inflow models are fitted to scenarios/inflow_history.parquet, where no statistics are given';

export const upperBoundEvaluation = setting(
  z.object({
    enabled: setting(z.boolean(), 'Whether it is computed', false),
    initial_iteration: setting(count, 'First iteration with it', 1),
    interval_iterations: setting(count, 'Iterations from one to the next', 1),
    lipschitz: setting(
      z.object({
        mode: setting(
          z.enum(['auto', 'fixed']),
          'auto: the steepest cut so far times scale_factor; fixed: fallback_value everywhere',
          'auto',
        ),
        fallback_value: setting(
          nonNegative,
          '$ per unit of the state (hm³ of storage, m³/s of a lag), for fixed, and for auto where no cut has a slope',
          10_000,
        ),
        scale_factor: setting(positive, 'Factor on the steepest cut, for auto', 1.1),
      }),
      'How steep the future cost may be outside of what was visited',
    ),
  }),
  'A deterministic upper bound from the states that were visited, which holds for risk-averse cases too',
);

export const policyShape = {
  path: setting(
    z.string().min(1),
    'Folder of the policy, relative to the output directory; written there and read from there',
    './policy',
  ),
  mode: setting(
    z.enum(['fresh', 'warm_start', 'resume']),
    'Where the training begins: fresh, with nothing; warm_start, with the cuts of the policy at path; resume, exactly where that one stopped',
    'fresh',
  ),
  checkpointing: setting(
    z.object({
      enabled: setting(z.boolean(), 'Whether policies are written on the way; the last one always is', false),
      initial_iteration: setting(count, 'First iteration with a checkpoint', 1),
      interval_iterations: setting(
        count,
        'Iterations from one checkpoint to the next. Left out, 10 in a case of release 0.5.1; one of today must give it where enabled is true',
      ),
      store_basis: setting(z.boolean(), 'Whether bases are stored', false).meta(
        withoutEffect('a resumed training always continues from the stored bases'),
      ),
      compress: setting(z.boolean(), 'Whether policy files are compressed', false).meta(
        withoutEffect('policy files are never compressed'),
      ),
    }),
    'Policies that are written while the training goes on, for a later resume',
  ),
};

export const policyText = 'Where the policy lies, and what a training begins with';
export const boundaryPath = z.string().min(1).describe('Folder of its policy, relative to the case');
export const boundaryText =
  'Another study whose cuts price what is left after the last stage; nothing is worth anything then when left out';

export const channelCapacity = setting(count, 'Scenarios that wait to be written').meta(
  withoutEffect('results are written as they arrive'),
);

export const simulationText = 'The simulation of the trained policy';

export const exportShape = {
  states: setting(z.boolean(), 'Writes the visited states into the folder of the policy, states/', false),
  stochastic: setting(
    z.boolean(),
    'Writes what uncertainty was computed with into stochastic/: statistics, models, openings and how inflows were fitted',
    false,
  ),
  simulation_layout: setting(
    z.enum(['tables', 'scenarios']),
    'tables: one file per result table, simulation/hydros.parquet; scenarios: one per table and scenario, simulation/hydros/scenario_id=0000/data.parquet, as the original writes them',
    'tables',
  ),
};

export const exportText = 'What is written besides the results';

export const informationalVersion = 'Version of the format that the file was written for';
