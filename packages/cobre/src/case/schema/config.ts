import * as z from 'zod';
import { count, entityId, fileRoot, nonNegative, positive, setting, stageId, withoutEffect } from './primitives.js';
import { olderTreeSeed, samplingClasses, simulationSource, trainingSource, treeSeed } from './scenario-source.js';
import {
  boundaryPath,
  boundaryText,
  channelCapacity,
  checkFrequency,
  compatibility,
  estimationShape,
  estimationText,
  exportShape,
  exportText,
  forwardPasses,
  informationalVersion,
  maxActivePerStage,
  modelingText,
  nonNegativity,
  nonNegativityMethod,
  policyShape,
  policyText,
  simulationEnabled,
  simulationText,
  trainingEnabled,
  upperBoundEvaluation,
} from './shared-settings.js';
import { stoppingMode, stoppingRules } from './stopping-rules.js';

const cutSelection = z.object({
  enabled: setting(z.boolean(), 'Whether cuts are selected', false),
  method: setting(
    z.enum(['level1', 'lml1', 'domination']),
    'Which cuts are dropped. level1: those that decided few solutions; lml1: those that decided none for a while; domination: those below another one at every visited state',
    'level1',
  ),
  threshold: setting(z.int().min(0), 'level1: solutions a cut may have decided at most to be dropped; 0 when left out'),
  memory_window: setting(
    count,
    'lml1: iterations without a decided solution after which a cut is dropped; threshold when left out, or 10 without that',
  ),
  domination_epsilon: setting(nonNegative, 'domination: $ below another cut that are too little to be dropped', 1e-6),
  check_frequency: checkFrequency,
  cut_activity_tolerance: setting(nonNegative, 'How near to binding an active cut is', 0).meta(
    withoutEffect('a cut is active when it binds in the optimal basis, which needs no tolerance'),
  ),
  basis_activity_window: setting(z.int().min(1).max(31), 'Iterations of activity that warm starts look at').meta(
    withoutEffect('warm starts here do not depend on a window of past activity'),
  ),
  max_active_per_stage: maxActivePerStage,
});

const scenarioSource = z.object(samplingClasses);

const solver = setting(
  z.object({
    retry_max_attempts: setting(z.int().min(0), 'Attempts at a problem; no effect, as all of solver'),
    retry_time_budget_seconds: setting(nonNegative, 'Seconds for them; no effect, as all of solver'),
  }),
  'How the original tries again what it could not solve',
).meta(withoutEffect('a doubtful optimum is solved again by the reference solver, without a budget'));

const training = z
  .object({
    enabled: trainingEnabled,
    tree_seed: treeSeed,
    seed: olderTreeSeed,
    forward_passes: forwardPasses,
    stopping_rules: z
      .array(z.discriminatedUnion('type', stoppingRules))
      .min(1)
      .describe('When the training ends; after 100 iterations at the latest where no rule is an iteration_limit'),
    stopping_mode: stoppingMode,
    cut_formulation: setting(
      z.enum(['single', 'multi', 'single_cut', 'multi_cut']),
      'One cut per trial state (single, single_cut) or one per opening (multi, multi_cut)',
      'single',
    ),
    forward_pass: z.unknown().meta(withoutEffect('there is one kind of forward pass')).optional(),
    cut_selection: setting(cutSelection, 'Which cuts are left out of the problems; none when left out'),
    solver,
    scenario_source: setting(scenarioSource, trainingSource),
  })
  .describe('How the policy is trained');

const modeling = z.object({
  inflow_non_negativity: setting(
    z.object({
      method: nonNegativityMethod,
      penalty_cost: setting(
        positive,
        'Deprecated: $ per m³/s and hour, where penalties.json gives no hydro.inflow_nonnegativity_cost',
        1000,
      ),
    }),
    nonNegativity,
  ),
  compatibility,
});

const policy = z.object({
  ...policyShape,
  validate_compatibility: setting(
    z.boolean(),
    'Whether a stored policy of another number of stages is refused at once',
    true,
  ),
  boundary: setting(
    z.object({
      path: boundaryPath,
      source_stage: stageId.describe('Place of the stage of that policy whose cuts are taken; 0 is the first'),
    }),
    boundaryText,
  ),
});

const simulation = z.object({
  enabled: simulationEnabled,
  num_scenarios: setting(count, 'Scenarios that are simulated', 2000),
  policy_type: setting(z.string(), 'Which approximation is followed', 'outer').meta(
    withoutEffect('simulation always follows the trained cuts'),
  ),
  output_path: setting(z.string(), 'Where results go').meta(
    withoutEffect('results go to simulation/ of the output directory'),
  ),
  output_mode: setting(z.string(), 'How results are written').meta(withoutEffect('results are always streamed')),
  io_channel_capacity: channelCapacity,
  scenario_source: setting(scenarioSource, simulationSource),
});

const { order_selection: orderSelection, ...otherEstimation } = estimationShape;

export const configFile = fileRoot({
  training,
  modeling: setting(modeling, modelingText),
  estimation: setting(
    z.object({
      ...otherEstimation,
      order_selection: setting(
        z.enum(['pacf', 'pacf_annual', 'fixed']),
        `${orderSelection.description}; fixed is read as pacf`,
        'pacf',
      ),
    }),
    estimationText,
  ),
  upper_bound_evaluation: upperBoundEvaluation,
  policy: setting(policy, policyText),
  simulation: setting(simulation, simulationText),
  exports: setting(z.object(exportShape), exportText),
  version: entityId.optional().describe(informationalVersion).meta(withoutEffect('it is informational')),
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
