import type { RawCase } from '../registry.js';
import type { Notes } from './note.js';

type Config = RawCase['config'];

const file = 'config.json';
/** What a training without a limit did. */
const assumedLimit = { type: 'iteration_limit', limit: 100 };

/** Steps 1 and 2: settings without the keys that are gone, and selections in their new form. */
export function migrateConfig({ config, noiseOpenings }: RawCase, notes: Notes): object {
  const { training, modeling, estimation, policy, simulation, exports, upper_bound_evaluation } = config;
  return {
    training: trainingOf(training, noiseOpenings !== null, notes),
    ...given({
      modeling: modeling && {
        ...given({ compatibility: modeling.compatibility }),
        ...given({ inflow_non_negativity: methodOf(modeling) }),
      },
      estimation: estimation && estimationOf(estimation, notes),
      upper_bound_evaluation,
      policy: policy && policyOf(policy, notes),
      simulation: simulation && simulationOf(simulation),
      exports,
    }),
  };
}

function estimationOf(estimation: NonNullable<Config['estimation']>, notes: Notes): object {
  if (estimation.order_selection !== 'fixed') return estimation;
  const text = "'fixed' is no longer part of the format: orders are chosen by 'pacf'";
  notes.add('meaning', [file, null, 'estimation.order_selection'], text);
  return { ...estimation, order_selection: 'pacf' };
}

const methodOf = (modeling: NonNullable<Config['modeling']>) =>
  modeling.inflow_non_negativity && given({ method: modeling.inflow_non_negativity.method });

function trainingOf(training: Config['training'], openings: boolean, notes: Notes): object {
  const rules = training.stopping_rules.filter(({ type }) => type !== 'simulation');
  if (rules.length < training.stopping_rules.length) {
    notes.add(
      'dropped',
      [file, null, 'training.stopping_rules'],
      'the simulation rule is no longer part of the format',
    );
  }
  const limited = rules.some(({ type }) => type === 'iteration_limit');
  if (!limited)
    notes.add('added', [file, null, 'training.stopping_rules'], 'the limit of 100 iterations that was assumed');
  const multi = training.cut_formulation?.startsWith('multi');
  if (multi)
    notes.add('meaning', [file, null, 'training.cut_formulation'], 'multi is ours; the original refuses the key');
  const source = { ...training.scenario_source, ...(openings ? { openings: { source: 'file' } } : {}) };
  return given({
    enabled: training.enabled,
    tree_seed: training.tree_seed ?? training.seed,
    selection: { method: 'sampled', forward_passes: training.forward_passes },
    stopping_rules: limited ? rules : [...rules, assumedLimit],
    stopping_mode: training.stopping_mode,
    cut_formulation: multi ? 'multi' : undefined,
    cut_selection: training.cut_selection && cutSelectionOf(training.cut_selection, notes),
    scenario_source: Object.keys(source).length > 0 ? source : undefined,
  });
}

function cutSelectionOf(old: NonNullable<Config['training']['cut_selection']>, notes: Notes): object {
  for (const key of ['threshold', 'memory_window'] as const) {
    const text = 'cuts are now judged at the states that were visited, not by a count';
    if (typeof old[key] === 'number') notes.add('dropped', [file, null, `training.cut_selection.${key}`], text);
  }
  const { enabled, method, check_frequency, domination_epsilon, max_active_per_stage } = old;
  const on = enabled === true;
  const tolerance = method === 'domination' ? { domination_tolerance: domination_epsilon ?? 1e-6 } : {};
  return given({
    row_activity_tolerance: old.cut_activity_tolerance,
    max_active_per_stage: on ? max_active_per_stage : undefined,
    selection: on ? { method: method ?? 'level1', ...given({ check_frequency }), ...tolerance } : undefined,
  });
}

function policyOf(policy: NonNullable<Config['policy']>, notes: Notes): object {
  const { validate_compatibility: _always, boundary, ...kept } = policy;
  if (boundary) {
    const text = 'the pool of a boundary policy is now chosen by the date it prices';
    notes.add('meaning', [file, null, 'policy.boundary.source_stage'], text);
  }
  return { ...kept, ...(boundary ? { boundary: { path: boundary.path } } : {}) };
}

function simulationOf(simulation: NonNullable<Config['simulation']>): object {
  const { enabled, num_scenarios, scenario_source, io_channel_capacity } = simulation;
  const selection = typeof num_scenarios === 'number' ? { method: 'sampled', num_scenarios } : undefined;
  return given({ enabled, selection, io_channel_capacity, scenario_source });
}

/** The keys that say something. */
export function given<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<T>;
}
