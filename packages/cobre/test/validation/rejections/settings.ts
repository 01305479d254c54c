/** What today's format refuses in `config.json`, row by row of its description. */
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Doubt, type Rejection, type Topic, topic } from './rejection.js';

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

const removedSettings = topic<Rejection>('1.1', 'removed settings', [
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

const valuesOfSettings = topic<Rejection>('1.1', 'values of settings', [
  [
    'a key is unknown',
    'SchemaViolation',
    { file: config, field: 'training.colour' },
    /Remove 'colour'/,
    (f) => set(f, config, 'training.colour', 1),
  ],
  [
    'selection is missing',
    'SchemaViolation',
    { file: config, field: 'training.selection' },
    /Add 'training\.selection'/,
    (f) => set(f, config, 'training.selection', undefined),
  ],
  [
    'a method of selection is unknown',
    'InvalidEnum',
    { file: config },
    /sampled, enumerated/,
    (f) => set(f, config, 'training.selection.method', 'all'),
  ],
  [
    'a stopping mode is unknown',
    'InvalidEnum',
    { file: config, value: 'most' },
    /any, all/,
    (f) => set(f, config, 'training.stopping_mode', 'most'),
  ],
  [
    'an inflow method is unknown',
    'InvalidEnum',
    { file: config, value: 'wish' },
    /truncation_with_penalty/,
    (f) => set(f, config, 'modeling.inflow_non_negativity.method', 'wish'),
  ],
  [
    'a block size goes with by_scenario',
    'SchemaViolation',
    { file: config },
    /Remove 'block_size'/,
    (f) => set(f, config, 'training.parallelism', { backward_scheduler: { method: 'by_scenario', block_size: 2 } }),
  ],
  [
    'a gap rule has no tolerance',
    'SchemaViolation',
    { file: config },
    /needs tolerance or relative_tolerance/,
    (f) => push(f, config, 'training.stopping_rules', { type: 'gap' }),
  ],
  [
    'the cost scale is zero',
    'OutOfRange',
    { file: config, value: 0 },
    /'modeling\.cost_scale_factor' to above 0/,
    (f) => set(f, config, 'modeling.cost_scale_factor', 0),
  ],
  [
    'there is no limit of iterations',
    'IncompatibleSettings',
    { settings: ['training.stopping_rules'] },
    /Add \{"type": "iteration_limit"/,
    (f) => set(f, config, 'training.stopping_rules', [{ type: 'time_limit', seconds: 5 }]),
  ],
  [
    'openings come from a file that is missing',
    'IncompatibleSettings',
    {},
    /Add scenarios\/noise_openings\.parquet/,
    (f) => set(f, config, 'training.scenario_source', { openings: { source: 'file' } }),
  ],
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
    /block_size' to at least 1/,
    at('training.parallelism', { backward_scheduler: { method: 'by_node', block_size: 0 } }),
  ],
  [
    'no forward pass',
    'OutOfRange',
    { file: config, field: 'training.selection.forward_passes', value: 0 },
    /forward_passes' to at least 1/,
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
    /num_scenarios' to at least 1/,
    at('simulation', { selection: { method: 'sampled', num_scenarios: 0 } }),
  ],
  [
    'a source of openings nobody knows',
    'InvalidEnum',
    { file: config, field: 'training.scenario_source.openings.source', value: 'sky' },
    /file/,
    at('training.scenario_source', { openings: { source: 'sky' } }),
  ],
  [
    'checkpoints without an interval',
    'IncompatibleSettings',
    { settings: ['policy.checkpointing.enabled', 'policy.checkpointing.interval_iterations'] },
    /interval_iterations/,
    at('policy', { checkpointing: { enabled: true } }),
  ],
]);

const enumerated = (files: CaseContents) => set(files, config, 'training.selection', { method: 'enumerated' });

const settingsThatDoNot = topic<Rejection>('1.1', 'settings that do not go together', [
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
    'historical sampling without a history',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.inflow.scheme'] },
    /inflow_history/,
    at('training.scenario_source', { inflow: { scheme: 'historical' } }),
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

const gapRows = topic<Rejection>('3.2', 'the gap rule', [
  [
    'the gap rule with sampled paths',
    'IncompatibleSettings',
    { settings: ['training.stopping_rules', 'training.selection'] },
    /enumerated/,
    (f) => push(f, config, 'training.stopping_rules', { type: 'gap', tolerance: 1 }),
  ],
]);

const stricter = topic<Rejection>('1.12', 'settings that later releases refuse', [
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

const odd = topic<Doubt>('1.1', 'settings', [
  [
    'a scale of costs below 1',
    { file: config },
    /outside 1 to 1e12/,
    /Leave it out/,
    at('modeling.cost_scale_factor', 0.5),
  ],
  [
    'a scale of costs above 1e12',
    { file: config },
    /outside 1 to 1e12/,
    /Leave it out/,
    at('modeling.cost_scale_factor', 2e12),
  ],
  [
    'a profile of the solver',
    { file: config, field: 'training.solver.backward' },
    /no effect/,
    /Remove/,
    at('training.solver', { backward: { presolve: 'off' } }),
  ],
]);

export const settings: readonly Topic<Rejection>[] = [
  removedSettings,
  valuesOfSettings,
  settingsThatDoNot,
  gapRows,
  stricter,
];
export const oddSettings: readonly Topic<Doubt>[] = [odd];
