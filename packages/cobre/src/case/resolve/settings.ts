import { type Conventions, conventionsOf } from '../generation/conventions.js';
import type { Generation } from '../generation/generation.js';
import type { RawCase } from '../registry.js';
import type { ConfigFile, ScenarioSourceEntry } from '../schema/config.js';
import type {
  CutSelectionSettings,
  PolicySettings,
  ScenarioSource,
  Settings,
  SimulationSettings,
  StoppingRuleSpec,
  TrainingSettings,
  UpperBoundSettings,
} from '../settings.js';

const defaultTreeSeed = 42;

/** Whose conventions a case follows. */
export function conventionsIn({ generation, config }: Pick<RawCase, 'generation' | 'config'>): Conventions {
  return conventionsOf(generation, config.modeling?.compatibility ?? null);
}

export function resolveSettings(config: ConfigFile, generation: Generation): Settings {
  const training = resolveTraining(config.training);
  const compatibility = config.modeling?.compatibility ?? null;
  return {
    generation,
    training,
    modeling: {
      inflowNonNegativity: config.modeling?.inflow_non_negativity?.method ?? 'penalty',
      compatibility,
      conventions: conventionsOf(generation, compatibility),
      dropsCurtailmentConstant: compatibility !== 'none',
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
      simulationLayout: config.exports?.simulation_layout ?? 'tables',
      fphaDeviationPoints: config.exports?.fpha_deviation_points ?? false,
    },
  };
}

function resolveTraining(training: ConfigFile['training']): TrainingSettings {
  return {
    enabled: training.enabled ?? true,
    treeSeed: Math.abs(training.tree_seed ?? training.seed ?? defaultTreeSeed),
    forwardPasses: training.forward_passes,
    enumerated: training.enumerated ?? false,
    stoppingRules: training.stopping_rules.map(resolveRule),
    stoppingMode: training.stopping_mode ?? 'any',
    cutFormulation: training.cut_formulation?.startsWith('multi') ? 'multi' : 'single',
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

function resolveCutSelection(selection: ConfigFile['training']['cut_selection']): CutSelectionSettings {
  return {
    enabled: selection?.enabled ?? false,
    method: selection?.method ?? 'level1',
    threshold: selection?.threshold ?? 0,
    memoryWindow: selection?.memory_window ?? selection?.threshold ?? 10,
    dominationEpsilon: selection?.domination_epsilon ?? 1e-6,
    checkFrequency: selection?.check_frequency ?? 5,
    cutActivityTolerance: selection?.cut_activity_tolerance ?? 0,
    maxActivePerStage: selection?.max_active_per_stage ?? null,
    byVisitedStates: selection?.by_visited_states ?? false,
    tieTolerance: selection?.tie_tolerance ?? 1e-10,
    dynamic: {
      seedWindow: selection?.seed_window ?? 5,
      candidateRecency: selection?.candidate_recency ?? null,
      startIteration: selection?.start_iteration ?? 2,
    },
  };
}

function resolveSource(source: ScenarioSourceEntry | null | undefined): ScenarioSource {
  const years = source?.historical_years ?? null;
  return {
    seed: source?.seed === undefined || source.seed === null ? null : Math.abs(source.seed),
    historicalYears: Array.isArray(years)
      ? { type: 'list', years: [...new Set(years)].sort((a, b) => a - b) }
      : years && { type: 'range', from: years.from, to: years.to },
    inflow: source?.inflow?.scheme ?? 'in_sample',
    load: source?.load?.scheme ?? 'in_sample',
    ncs: source?.ncs?.scheme ?? 'in_sample',
    openingsFromFile: source?.openings ? source.openings.source === 'file' : null,
  };
}

function resolveUpperBound(evaluation: ConfigFile['upper_bound_evaluation']): UpperBoundSettings {
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

function resolvePolicy(policy: ConfigFile['policy']): PolicySettings {
  const checkpointing = policy?.checkpointing;
  return {
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
    boundary: policy?.boundary
      ? {
          path: policy.boundary.path,
          sourceStage: policy.boundary.source_stage ?? null,
          strict: policy.boundary.strict ?? false,
        }
      : null,
  };
}

function resolveSimulation(simulation: ConfigFile['simulation'], training: ScenarioSource): SimulationSettings {
  return {
    enabled: simulation?.enabled ?? false,
    numScenarios: simulation?.num_scenarios ?? 2000,
    enumerated: simulation?.enumerated ?? false,
    policyType: simulation?.policy_type ?? 'outer',
    ioChannelCapacity: simulation?.io_channel_capacity ?? 64,
    scenarioSource: simulation?.scenario_source ? resolveSource(simulation.scenario_source) : training,
  };
}
