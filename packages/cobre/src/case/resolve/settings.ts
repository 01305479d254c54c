import { type Conventions, conventionsOf } from '../generation/conventions.js';
import type { Generation } from '../generation/generation.js';
import type { RawCase } from '../registry.js';
import type { ConfigFile, ScenarioSourceEntry } from '../schema/config.js';
import type { HistoricalYears, StoppingRuleSpec } from '../settings.js';

const defaultTreeSeed = 42;

/** Whose conventions a case follows. */
export function conventionsIn({ generation, config }: Pick<RawCase, 'generation' | 'config'>): Conventions {
  return conventionsOf(generation, config.modeling?.compatibility ?? null);
}

export function resolveSettings(config: ConfigFile, generation: Generation) {
  const training = resolveTraining(config.training);
  const compatibility = config.modeling?.compatibility ?? null;
  return {
    /** In which form the case is written. */
    generation,
    training,
    modeling: {
      inflowNonNegativity: config.modeling?.inflow_non_negativity?.method ?? 'penalty',
      /** As the case says; null when it says nothing. */
      compatibility,
      /** What follows from it, and from the generation of the case, for the equations. */
      conventions: conventionsOf(generation, compatibility),
      /**
       * Whether the constant part of the curtailment cost (cost · available) is left out of the objective. The shipped
       * examples expect it to be, so it is kept only when the case asks for `compatibility: "none"`.
       */
      dropsCurtailmentConstant: compatibility !== 'none',
      /** Whether CVaR weights lack their floor, as in the original; only with `compatibility: "cobre-0.5"`. */
      capsCvarWeights: compatibility === 'cobre-0.5' || compatibility === 'cobre-0.16',
    },
    estimation: {
      maxOrder: config.estimation?.max_order ?? 6,
      orderSelection: config.estimation?.order_selection ?? 'pacf',
      minObservationsPerSeason: config.estimation?.min_observations_per_season ?? 30,
      maxCoefficientMagnitude: config.estimation?.max_coefficient_magnitude ?? null,
    },
    upperBoundEvaluation: resolveUpperBound(config.upper_bound_evaluation),
    policy: resolvePolicy(config.policy),
    simulation: resolveSimulation(config.simulation, training.scenarioSource),
    exports: {
      states: config.exports?.states ?? false,
      stochastic: config.exports?.stochastic ?? false,
      /** One file per table, or one per table and scenario. */
      simulationLayout: config.exports?.simulation_layout ?? 'tables',
      /** Whether every grid point of a fitted production function is written. */
      fphaDeviationPoints: config.exports?.fpha_deviation_points ?? false,
    },
  };
}

function resolveTraining(training: ConfigFile['training']) {
  return {
    enabled: training.enabled ?? true,
    /** Seed of the opening tree, never negative; 42 unless the case says otherwise. */
    treeSeed: Math.abs(training.tree_seed ?? training.seed ?? defaultTreeSeed),
    forwardPasses: training.forward_passes,
    /** True walks every path of the scenario tree in each iteration, instead of `forwardPasses` sampled ones. */
    enumerated: training.enumerated ?? false,
    stoppingRules: training.stopping_rules.map(resolveRule) as readonly StoppingRuleSpec[],
    stoppingMode: training.stopping_mode ?? 'any',
    cutFormulation: training.cut_formulation?.startsWith('multi') ? ('multi' as const) : ('single' as const),
    cutSelection: resolveCutSelection(training.cut_selection),
    scenarioSource: resolveSource(training.scenario_source),
  };
}

function resolveRule(rule: ConfigFile['training']['stopping_rules'][number]): StoppingRuleSpec {
  if (rule.type === 'gap') {
    return { type: 'gap', tolerance: rule.tolerance ?? null, relativeTolerance: rule.relative_tolerance ?? null };
  }
  if (rule.type !== 'simulation') return rule;
  const { type, replications, period } = rule;
  const { bound_window: boundWindow, distance_tol: distanceTol, bound_tol: boundTol } = rule;
  return { type, replications, period, boundWindow, distanceTol, boundTol };
}

function resolveCutSelection(selection: ConfigFile['training']['cut_selection']) {
  return {
    enabled: selection?.enabled ?? false,
    method: selection?.method ?? 'level1',
    /** level1: activity count at or below which a cut is dropped. */
    threshold: selection?.threshold ?? 0,
    /** lml1: iterations without activity after which a cut is dropped. */
    memoryWindow: selection?.memory_window ?? selection?.threshold ?? 10,
    dominationEpsilon: selection?.domination_epsilon ?? 1e-6,
    checkFrequency: selection?.check_frequency ?? 5,
    cutActivityTolerance: selection?.cut_activity_tolerance ?? 0,
    maxActivePerStage: selection?.max_active_per_stage ?? null,
    /** True judges cuts by their height at visited states, as today; false by how often and when they decided a solution. */
    byVisitedStates: selection?.by_visited_states ?? false,
    /** level1 and lml1, in $: how far from the best a cut may be at a visited state to be kept. */
    tieTolerance: selection?.tie_tolerance ?? 1e-10,
    dynamic: {
      seedWindow: selection?.seed_window ?? 5,
      /** Iterations after which a cut is no candidate any more; null when all are. */
      candidateRecency: selection?.candidate_recency ?? null,
      startIteration: selection?.start_iteration ?? 2,
    },
  };
}

function resolveSource(source: ScenarioSourceEntry | null | undefined) {
  return {
    /** Seed of the forward noise; null when the case gives none (every class is then in_sample). */
    seed: source?.seed === undefined || source.seed === null ? null : Math.abs(source.seed),
    historicalYears: yearsOf(source?.historical_years ?? null),
    inflow: source?.inflow?.scheme ?? 'in_sample',
    load: source?.load?.scheme ?? 'in_sample',
    ncs: source?.ncs?.scheme ?? 'in_sample',
    /** True when the case says that openings come from its file, false when they do not; null when it says nothing. */
    openingsFromFile: source?.openings ? source.openings.source === 'file' : null,
  };
}

function yearsOf(years: ScenarioSourceEntry['historical_years'] | null): HistoricalYears | null {
  if (Array.isArray(years)) return { type: 'list', years: [...new Set(years)].sort((a, b) => a - b) };
  return years ? { type: 'range', from: years.from, to: years.to } : null;
}

function resolveUpperBound(evaluation: ConfigFile['upper_bound_evaluation']) {
  return {
    enabled: evaluation?.enabled ?? false,
    initialIteration: evaluation?.initial_iteration ?? 1,
    intervalIterations: evaluation?.interval_iterations ?? 1,
    lipschitz: {
      mode: evaluation?.lipschitz?.mode ?? 'auto',
      fallbackValue: evaluation?.lipschitz?.fallback_value ?? 10_000,
      scaleFactor: evaluation?.lipschitz?.scale_factor ?? 1.1,
    },
  };
}

function resolvePolicy(policy: ConfigFile['policy']) {
  const checkpointing = policy?.checkpointing;
  return {
    /** Relative to the output directory. */
    path: policy?.path ?? './policy',
    mode: policy?.mode ?? 'fresh',
    validateCompatibility: policy?.validate_compatibility ?? true,
    checkpointing: {
      enabled: checkpointing?.enabled ?? false,
      initialIteration: checkpointing?.initial_iteration ?? 1,
      intervalIterations: checkpointing?.interval_iterations ?? 10,
      storeBasis: checkpointing?.store_basis ?? false,
      compress: checkpointing?.compress ?? false,
    },
    /** Without a stage, the pool is chosen by the date its cuts price. */
    boundary: policy?.boundary
      ? {
          path: policy.boundary.path,
          sourceStage: policy.boundary.source_stage ?? null,
          strict: policy.boundary.strict ?? false,
        }
      : null,
  };
}

function resolveSimulation(simulation: ConfigFile['simulation'], training: ReturnType<typeof resolveSource>) {
  return {
    enabled: simulation?.enabled ?? false,
    numScenarios: simulation?.num_scenarios ?? 2000,
    /** True plays every path of the tree once. */
    enumerated: simulation?.enumerated ?? false,
    policyType: simulation?.policy_type ?? 'outer',
    ioChannelCapacity: simulation?.io_channel_capacity ?? 64,
    /** Falls back to the source of the training. */
    scenarioSource: simulation?.scenario_source ? resolveSource(simulation.scenario_source) : training,
  };
}
