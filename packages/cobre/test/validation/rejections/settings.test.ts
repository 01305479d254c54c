/** What today's format refuses in `config.json`, row by row of its description. */
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Rejection, rejects, warns } from './rejection.js';

const config = 'config.json';
const at = (path: string, value: unknown) => (files: CaseContents) => set(files, config, path, value);

/** Keys that went away, with where their values are to go. */
const removed: readonly Rejection[] = [
  ['training.forward_pass', {}, /Remove/],
  ['modeling.inflow_non_negativity.penalty_cost', 5, /inflow_nonnegativity_cost/],
  ['simulation.policy_type', 'outer', /Remove/],
  ['simulation.output_mode', 'streaming', /Remove/],
  ['simulation.output_path', 'out', /Remove/],
  ['exports.training', true, /Remove/],
  ['exports.cuts', true, /Remove/],
  ['exports.vertices', true, /Remove/],
  ['exports.simulation', true, /Remove/],
  ['exports.forward_detail', true, /Remove/],
  ['exports.backward_detail', true, /Remove/],
  ['exports.compression', 'zstd', /Remove/],
  ['energy', { reference_volume_fraction: 0.5 }, /reference_volume/],
  ['policy.validate_compatibility', true, /always checked/],
  ['state_space', { inflow_lag_depth: 2 }, /Remove/],
  ['training.cut_selection.enabled', true, /selection/],
  ['training.cut_selection.method', 'level1', /selection/],
  ['training.cut_selection.threshold', 1, /Remove/],
  ['training.cut_selection.memory_window', 1, /Remove/],
  ['training.cut_selection.basis_activity_window', 1, /Remove/],
  ['training.cut_selection.cut_activity_tolerance', 1, /row_activity_tolerance/],
  ['training.cut_selection.domination_epsilon', 1, /domination_tolerance/],
].map(([path, value, advice]) => [
  `${path} is gone`,
  'SchemaViolation',
  { file: config, field: path },
  advice as RegExp,
  at(path as string, value),
]);

rejects('removed settings of a current case', [
  ...removed,
  [
    'policy.boundary.source_stage is gone',
    'SchemaViolation',
    { file: config, field: 'policy.boundary.source_stage' },
    /by date/,
    at('policy.boundary', { path: 'p', source_stage: 1 }),
  ],
  [
    "order_selection 'fixed' is gone",
    'InvalidEnum',
    { file: config, field: 'estimation.order_selection', value: 'fixed' },
    /pacf/,
    at('estimation', { order_selection: 'fixed' }),
  ],
]);

const selection = (value: object) => at('training.cut_selection', { selection: value });

rejects('values of settings of a current case', [
  [
    'a scale of costs that is negative',
    'OutOfRange',
    { file: config, field: 'modeling.cost_scale_factor', value: -1 },
    /above 0|0/,
    at('modeling.cost_scale_factor', -1),
  ],
  [
    'a scheduler nobody knows',
    'InvalidEnum',
    { file: config },
    /by_scenario/,
    at('training.parallelism', { backward_scheduler: { method: 'opening_block' } }),
  ],
  [
    'a block size of 0',
    'OutOfRange',
    { file: config, field: 'training.parallelism.backward_scheduler.block_size', value: 0 },
    /./,
    at('training.parallelism', { backward_scheduler: { method: 'by_node', block_size: 0 } }),
  ],
  [
    'no forward pass',
    'OutOfRange',
    { file: config, field: 'training.selection.forward_passes', value: 0 },
    /./,
    at('training.selection.forward_passes', 0),
  ],
  [
    'a selection that samples nothing',
    'SchemaViolation',
    { file: config, field: 'training.selection.forward_passes' },
    /forward_passes/,
    at('training.selection', { method: 'sampled' }),
  ],
  [
    'a simulation of no scenario',
    'OutOfRange',
    { file: config, field: 'simulation.selection.num_scenarios', value: 0 },
    /./,
    at('simulation', { selection: { method: 'sampled', num_scenarios: 0 } }),
  ],
  [
    'a source of openings nobody knows',
    'InvalidEnum',
    { file: config, field: 'training.scenario_source.openings.source', value: 'sky' },
    /file/,
    at('training.scenario_source', { openings: { source: 'sky' } }),
  ],
  ['a method of cut selection nobody knows', 'InvalidEnum', { file: config }, /level1/, selection({ method: 'best' })],
  [
    'a check every 0 iterations',
    'OutOfRange',
    { file: config, value: 0 },
    /./,
    selection({ method: 'lml1', check_frequency: 0 }),
  ],
  [
    'a window of seeds below zero',
    'OutOfRange',
    { file: config, value: -1 },
    /./,
    selection({ method: 'dynamic', seed_window: -1 }),
  ],
  [
    'candidates of no iteration',
    'OutOfRange',
    { file: config, value: 0 },
    /./,
    selection({ method: 'dynamic', candidate_recency: 0 }),
  ],
  [
    'rounds that add nothing',
    'OutOfRange',
    { file: config, value: 0 },
    /./,
    selection({ method: 'dynamic', max_added_per_round: 0 }),
  ],
  [
    'a start before the first iteration',
    'OutOfRange',
    { file: config, value: 0 },
    /./,
    selection({ method: 'dynamic', start_iteration: 0 }),
  ],
  [
    'no tolerance of violations',
    'OutOfRange',
    { file: config, value: 0 },
    /./,
    selection({ method: 'dynamic', violation_tolerance: 0 }),
  ],
  [
    'a key of another method',
    'SchemaViolation',
    { file: config, field: 'training.cut_selection.selection.tie_tolerance' },
    /Remove|mean/,
    selection({ method: 'dynamic', tie_tolerance: 1 }),
  ],
  [
    'checkpoints without an interval',
    'IncompatibleSettings',
    { settings: ['policy.checkpointing.enabled', 'policy.checkpointing.interval_iterations'] },
    /interval_iterations/,
    at('policy', { checkpointing: { enabled: true } }),
  ],
  [
    'the path of a policy that is empty',
    'SchemaViolation',
    { file: config, field: 'policy.path' },
    /policy\.path/,
    at('policy', { path: '' }),
  ],
  ...['.', './', '..', '../..', 'policy/../..', '/'].map(
    (path): Rejection => [
      `the policy path '${path}', which is the results or above them`,
      'IncompatibleSettings',
      { settings: ['policy.path'] },
      /of its own/,
      at('policy', { path }),
    ],
  ),
]);

const enumerated = (files: CaseContents) => set(files, config, 'training.selection', { method: 'enumerated' });

rejects('settings that do not go together in a current case', [
  [
    'openings of a file with an enumerated selection',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.openings', 'training.selection'] },
    /sampled/,
    (f) => {
      enumerated(f);
      set(f, config, 'training.scenario_source', { openings: { source: 'file' } });
    },
  ],
  [
    'the gap rule with sampled paths',
    'IncompatibleSettings',
    { settings: ['training.stopping_rules', 'training.selection'] },
    /enumerated/,
    (f) => push(f, config, 'training.stopping_rules', { type: 'gap', tolerance: 1 }),
  ],
  [
    'historical sampling without a history',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.inflow.scheme'] },
    /inflow_history/,
    at('training.scenario_source', { inflow: { scheme: 'historical' } }),
  ],
  [
    'historical sampling without seasons',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.inflow.scheme', 'season_definitions'] },
    /season_definitions/,
    (f) => historical(f, ['2020-01-01', '2020-02-01']),
  ],
  [
    'historical sampling of years that are not whole',
    'CoverageMismatch',
    { file: 'scenarios/inflow_history.parquet', missing_dimension: 'hydro 0 in stage 1' },
    /missing/,
    (f) => historical(f, ['2020-01-01', '2021-01-01']),
  ],
]);

/** Whole months from these days on, and nothing else. */
function historical(files: CaseContents, months: readonly string[]): void {
  set(files, config, 'training.scenario_source', { inflow: { scheme: 'historical' } });
  files['scenarios/inflow_history.parquet'] = months.map((month) => {
    const start = Date.parse(month) / 86_400_000;
    return { hydro_id: 0, start_date: start, end_date: start + 28, value_m3s: 20 };
  });
}

warns('settings of a current case that are odd', [
  ['a scale of costs below 1', { file: config }, /outside 1 to 1e12/, at('modeling.cost_scale_factor', 0.5)],
  ['a scale of costs above 1e12', { file: config }, /outside 1 to 1e12/, at('modeling.cost_scale_factor', 2e12)],
  [
    'a profile of the solver',
    { file: config, field: 'training.solver.backward' },
    /no effect/,
    at('training.solver', { backward: { presolve: 'off' } }),
  ],
]);
