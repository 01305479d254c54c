import * as z from 'zod';
import { count, entityId, fileRoot, nonNegative, positive, stageId, withoutEffect } from './primitives.js';

export const seed = z.int().describe('Only the absolute value counts');

export const stoppingRules = [
  z.object({ type: z.literal('iteration_limit'), limit: count }),
  z.object({ type: z.literal('time_limit'), seconds: positive }),
  z.object({ type: z.literal('bound_stalling'), iterations: count, tolerance: nonNegative }),
  z.object({
    type: z.literal('simulation'),
    replications: count,
    period: count,
    bound_window: count,
    distance_tol: nonNegative,
    bound_tol: nonNegative,
  }),
] as const;

const cutSelection = z.object({
  enabled: z.boolean().nullish(),
  method: z.enum(['level1', 'lml1', 'domination']).nullish(),
  threshold: z.int().min(0).nullish().describe('level1: activity count at or below which a cut is dropped'),
  memory_window: count.nullish().describe('lml1: iterations without activity after which a cut is dropped'),
  domination_epsilon: nonNegative.nullish(),
  check_frequency: count.nullish(),
  cut_activity_tolerance: nonNegative
    .nullish()
    .meta(withoutEffect('a cut is active when it binds in the optimal basis, which needs no tolerance')),
  basis_activity_window: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .meta(withoutEffect('warm starts here do not depend on a window of past activity')),
  max_active_per_stage: count.nullish(),
});

const samplingClass = z.strictObject({
  scheme: z.enum(['in_sample', 'out_of_sample', 'external', 'historical']),
});

export const samplingClasses = {
  seed: seed.nullish(),
  historical_years: z
    .union([z.array(z.int()).min(1), z.object({ from: z.int(), to: z.int() })])
    .nullish()
    .describe('Years to draw from, as a list or an inclusive range'),
  inflow: samplingClass.nullish(),
  load: samplingClass.nullish(),
  ncs: samplingClass.nullish(),
};

const scenarioSource = z.object(samplingClasses);

const training = z.object({
  enabled: z.boolean().nullish(),
  tree_seed: seed.nullish().describe('Seed of the opening tree; 42 when absent'),
  seed: seed.nullish().describe('Older name of tree_seed'),
  forward_passes: count.max(4294967295).describe('Trajectories per iteration'),
  stopping_rules: z.array(z.discriminatedUnion('type', stoppingRules)).min(1),
  stopping_mode: z.enum(['any', 'all']).nullish(),
  cut_formulation: z
    .enum(['single', 'multi', 'single_cut', 'multi_cut'])
    .nullish()
    .describe('One cut per trial state, or one per opening'),
  forward_pass: z.unknown().meta(withoutEffect('there is one kind of forward pass')).optional(),
  cut_selection: cutSelection.nullish(),
  solver: z
    .object({ retry_max_attempts: z.int().min(0).nullish(), retry_time_budget_seconds: nonNegative.nullish() })
    .nullish()
    .meta(withoutEffect('a doubtful optimum is solved again by the reference solver, without a budget')),
  scenario_source: scenarioSource.nullish(),
});

const modeling = z.object({
  inflow_non_negativity: z
    .object({
      method: z.enum(['none', 'penalty', 'truncation', 'truncation_with_penalty']).nullish(),
      penalty_cost: positive
        .nullish()
        .describe('Deprecated; used when penalties.json gives no hydro.inflow_nonnegativity_cost'),
    })
    .nullish(),
  compatibility: z
    .enum(['none', 'cobre-0.5', 'cobre-0.16'])
    .nullish()
    .describe(
      'Whose conventions hold where numbers would differ: cobre-0.5 those of the original at release 0.5.1, cobre-0.16 those of its current releases',
    ),
});

export const estimationShape = {
  max_order: z.int().min(0).nullish(),
  order_selection: z.enum(['pacf', 'pacf_annual', 'fixed']).nullish(),
  min_observations_per_season: z.int().min(0).nullish(),
  max_coefficient_magnitude: positive.nullish(),
};

export const upperBoundEvaluation = z.object({
  enabled: z.boolean().nullish(),
  initial_iteration: count.nullish(),
  interval_iterations: count.nullish(),
  lipschitz: z
    .object({
      mode: z.enum(['auto', 'fixed']).nullish(),
      fallback_value: nonNegative.nullish(),
      scale_factor: positive.nullish(),
    })
    .nullish(),
});

export const policyShape = {
  path: z.string().min(1).nullish().describe('Relative to the output directory'),
  mode: z.enum(['fresh', 'warm_start', 'resume']).nullish(),
  validate_compatibility: z.boolean().nullish(),
  checkpointing: z
    .object({
      enabled: z.boolean().nullish(),
      initial_iteration: count.nullish(),
      interval_iterations: count.nullish(),
      store_basis: z
        .boolean()
        .nullish()
        .meta(withoutEffect('a resumed training always continues from the stored bases')),
      compress: z.boolean().nullish().meta(withoutEffect('policy files are never compressed')),
    })
    .nullish(),
  boundary: z.object({ path: z.string().min(1), source_stage: stageId }).nullish(),
};

const simulation = z.object({
  enabled: z.boolean().nullish(),
  num_scenarios: count.nullish(),
  policy_type: z.string().nullish().meta(withoutEffect('simulation always follows the trained cuts')),
  output_path: z.string().nullish().meta(withoutEffect('results go to simulation/ of the output directory')),
  output_mode: z.string().nullish().meta(withoutEffect('results are always streamed')),
  io_channel_capacity: count.nullish().meta(withoutEffect('results are written as they arrive')),
  scenario_source: scenarioSource.nullish(),
});

export const exportShape = {
  states: z.boolean().nullish(),
  stochastic: z.boolean().nullish(),
  simulation_layout: z
    .enum(['tables', 'scenarios'])
    .nullish()
    .describe(
      'tables: one file per result table, simulation/hydros.parquet; scenarios: one per table and scenario, simulation/hydros/scenario_id=0000/data.parquet, as the original writes them',
    ),
};

export const configFile = fileRoot({
  training,
  modeling: modeling.nullish(),
  estimation: z.object(estimationShape).nullish(),
  upper_bound_evaluation: upperBoundEvaluation.nullish(),
  policy: z.object(policyShape).nullish(),
  simulation: simulation.nullish(),
  exports: z.object(exportShape).nullish(),
  version: entityId.optional().meta(withoutEffect('it is informational')),
}).describe('Algorithm settings');

type Written = z.output<typeof configFile>;
type Training = Written['training'];
type CutSelection = NonNullable<Training['cut_selection']>;

/** The settings of a case of either generation. What only current cases can say has a name of its own. */
export interface ConfigFile extends Omit<Written, 'training' | 'policy' | 'simulation' | 'exports'> {
  readonly training: Omit<Training, 'stopping_rules' | 'cut_selection' | 'scenario_source' | 'solver'> & {
    readonly stopping_rules: readonly StoppingRuleEntry[];
    readonly cut_selection?: CutSelectionEntry | null | undefined;
    readonly scenario_source?: ScenarioSourceEntry | null | undefined;
    /** Walks every path of the tree instead of `forward_passes` sampled ones. */
    readonly enumerated?: boolean;
  };
  readonly policy?: PolicyEntry | null | undefined;
  readonly simulation?: SimulationEntry | null | undefined;
  readonly exports?:
    | (NonNullable<Written['exports']> & { fpha_deviation_points?: boolean | null | undefined })
    | null
    | undefined;
}

export type StoppingRuleEntry =
  | Training['stopping_rules'][number]
  | { type: 'gap'; tolerance?: number | null | undefined; relative_tolerance?: number | null | undefined };

export interface CutSelectionEntry extends Omit<CutSelection, 'method'> {
  readonly method?: CutSelection['method'] | 'dynamic';
  /** Cuts are judged by their height at visited states, and may come back. */
  readonly by_visited_states?: boolean;
  readonly tie_tolerance?: number | null | undefined;
  readonly seed_window?: number | null | undefined;
  readonly candidate_recency?: number | null | undefined;
  readonly max_added_per_round?: number | null | undefined;
  readonly start_iteration?: number | null | undefined;
  readonly violation_tolerance?: number | null | undefined;
}

type PolicyEntry = Omit<NonNullable<Written['policy']>, 'boundary'> & {
  readonly boundary?:
    | { path: string; source_stage?: number | undefined; strict?: boolean | null | undefined }
    | null
    | undefined;
};

type SimulationEntry = Omit<NonNullable<Written['simulation']>, 'scenario_source'> & {
  readonly scenario_source?: ScenarioSourceEntry | null | undefined;
  readonly enumerated?: boolean;
};

export type ScenarioSourceEntry = z.output<typeof scenarioSource> & {
  readonly openings?: { source: 'generated' | 'file' } | null | undefined;
};
