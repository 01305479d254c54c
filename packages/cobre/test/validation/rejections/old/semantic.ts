/** What makes no sense together. */
import { addRow, column, row, set } from '../../edit.js';
import type { Malformed } from './malformed.js';

const config = 'config.json';
const stages = 'stages.json';
const hydros = 'system/hydros.json';
const initial = 'initial_conditions.json';
const correlation = 'scenarios/correlation.json';
const group = 'profiles.default.correlation_groups.0';
const arFile = 'scenarios/inflow_ar_coefficients.parquet';
const planes = 'system/fpha_hyperplanes.parquet';
const geometry = 'system/hydro_geometry.parquet';

export const semantic: readonly Malformed[] = [
  [
    'the cascade is a circle',
    'PhysicalConstraint',
    5,
    { file: hydros, rule: 'acyclic cascade' },
    (f) => set(f, hydros, 'hydros.1.downstream_id', 1),
  ],
  [
    'a hydro flows into itself',
    'PhysicalConstraint',
    5,
    { entity_id: 2 },
    (f) => set(f, hydros, 'hydros.1.downstream_id', 2),
  ],
  [
    'minimum storage exceeds the maximum',
    'CapacityViolation',
    5,
    { file: hydros, entity_id: 2, field_min: 'min_storage_hm3', value_min: 150, value_max: 100 },
    (f) => set(f, hydros, 'hydros.1.reservoir.min_storage_hm3', 150),
  ],
  [
    'minimum generation exceeds the maximum',
    'CapacityViolation',
    5,
    { file: 'system/thermals.json', field_max: 'max_mw' },
    (f) => set(f, 'system/thermals.json', 'thermals.0.generation.min_mw', 60),
  ],
  [
    'a stage override turns a range around',
    'CapacityViolation',
    5,
    { file: 'constraints/thermal_bounds.parquet' },
    (f) => column(f, 'constraints/thermal_bounds.parquet', { min_generation_mw: 60 }),
  ],
  [
    'a thermal leaves before it enters',
    'PhysicalConstraint',
    5,
    { rule: 'entry before exit' },
    (f) => set(f, 'system/thermals.json', 'thermals.1.exit_stage_id', 1),
  ],
  [
    'filling starts outside the study',
    'StageMismatch',
    5,
    { file: hydros, stage_id: -4 },
    (f) => set(f, hydros, 'hydros.2.filling.start_stage_id', -4),
  ],
  [
    'height falls with the volume',
    'PhysicalConstraint',
    5,
    { file: geometry },
    (f) => row(f, geometry, 1, { height_m: 20 }),
  ],
  [
    'evaporation lacks a geometry',
    'PhysicalConstraint',
    5,
    { entity_id: 2 },
    (f) => (f[geometry] = (f[geometry] as object[]).slice(0, 3)),
  ],
  [
    'a plane falls with the volume',
    'PhysicalConstraint',
    5,
    { file: planes },
    (f) => row(f, planes, 0, { gamma_v: -0.1 }),
  ],
  ['there are no planes at all', 'PhysicalConstraint', 5, { entity_id: 1 }, (f) => (f[planes] = null)],
  [
    'a computed hydro lacks a tailrace',
    'PhysicalConstraint',
    5,
    { entity_id: 1 },
    (f) => set(f, hydros, 'hydros.0.tailrace', undefined),
  ],
  [
    'probabilities sum to 0.9',
    'IncompatibleSettings',
    5,
    {},
    (f) => set(f, stages, 'policy_graph.transitions.0.probability', 0.9),
  ],
  [
    'a transition leads nowhere',
    'IncompatibleSettings',
    5,
    {},
    (f) => set(f, stages, 'policy_graph.transitions.1.target_id', 9),
  ],
  [
    'a cyclic graph has no discount',
    'IncompatibleSettings',
    5,
    {},
    (f) => {
      set(f, stages, 'policy_graph.type', 'cyclic');
      set(f, stages, 'policy_graph.annual_discount_rate', 0);
    },
  ],
  [
    'residual ratios differ between lags',
    'SchemaViolation',
    5,
    { field: 'residual_std_ratio' },
    (f) => {
      addRow(f, arFile, { hydro_id: 1, stage_id: 0, lag: 2, coefficient: 0.1, residual_std_ratio: 0.8 });
      set(f, initial, 'past_inflows.0', { hydro_id: 1, values_m3s: [1, 2] });
    },
  ],
  [
    'a correlation is asymmetric',
    'PhysicalConstraint',
    5,
    { file: correlation },
    (f) => set(f, correlation, `${group}.matrix.0.1`, 0.4),
  ],
  [
    'a correlation exceeds one',
    'PhysicalConstraint',
    5,
    { file: correlation },
    (f) =>
      set(f, correlation, `${group}.matrix`, [
        [1, 2],
        [2, 1],
      ]),
  ],
  [
    'a group mixes classes',
    'PhysicalConstraint',
    5,
    { rule: 'one class per group' },
    (f) => set(f, correlation, `${group}.entities.0`, { type: 'load', id: 2 }),
  ],
  [
    'a factor names an unknown block',
    'OutOfRange',
    5,
    { file: 'scenarios/load_factors.json' },
    (f) => set(f, 'scenarios/load_factors.json', 'load_factors.0.block_factors.0.block_id', 7),
  ],
  [
    'fitting has no seasons',
    'IncompatibleSettings',
    5,
    {},
    (f) => {
      f[arFile] = null;
      set(f, stages, 'season_definitions', undefined);
    },
  ],
  [
    'a hydro has no history',
    'CoverageMismatch',
    5,
    { missing_dimension: 'hydro 3' },
    (f) => {
      f[arFile] = null;
      f['scenarios/inflow_history.parquet'] = (f['scenarios/inflow_history.parquet'] as { hydro_id: number }[]).filter(
        (r) => r.hydro_id !== 3,
      );
    },
  ],
  [
    'the past is too short',
    'CoverageMismatch',
    5,
    { file: initial },
    (f) => set(f, initial, 'past_inflows.1.values_m3s', []),
  ],
  [
    'external scenarios are missing',
    'IncompatibleSettings',
    5,
    {},
    (f) => {
      f['scenarios/external_inflow_scenarios.parquet'] = null;
      set(f, config, 'training.scenario_source.inflow.scheme', 'external');
    },
  ],
  ['a season is not defined', 'StageMismatch', 5, { stage_id: 2 }, (f) => set(f, stages, 'stages.2.season_id', 44)],
  [
    'stages of a season differ in length',
    'StageMismatch',
    5,
    {},
    (f) => {
      set(f, stages, 'stages.2.season_id', 1);
      set(f, stages, 'stages.2.end_date', '2024-03-08');
    },
  ],
  [
    'a year is not in the history',
    'IncompatibleSettings',
    5,
    { file: config, settings: ['training.scenario_source.historical_years'] },
    (f) =>
      set(f, config, 'training.scenario_source', {
        seed: 1,
        inflow: { scheme: 'historical' },
        historical_years: [1066],
      }),
  ],
  [
    'a selective sample has nothing to choose from',
    'IncompatibleSettings',
    5,
    { file: stages, settings: ['stages.sampling_method'] },
    (f) => {
      f['scenarios/inflow_history.parquet'] = null;
      f['scenarios/noise_openings.parquet'] = null;
      set(f, stages, 'stages.0.sampling_method', 'selective');
    },
  ],
  [
    'a lag looks back to a stage without statistics',
    'CoverageMismatch',
    5,
    { file: arFile, missing_dimension: 'statistics of stage -2' },
    (f) => {
      addRow(f, arFile, { hydro_id: 1, stage_id: 0, lag: 2, coefficient: 0.1, residual_std_ratio: 0.9 });
      set(f, initial, 'past_inflows.0', { hydro_id: 1, values_m3s: [1, 2] });
      for (const stage of [0, 1, 2]) set(f, stages, `stages.${stage}.season_id`, undefined);
    },
  ],
  [
    'observations are coarser than seasons',
    'StageMismatch',
    5,
    { file: 'scenarios/inflow_history.parquet' },
    (f) => {
      f[arFile] = null;
      f['scenarios/inflow_history.parquet'] = [1, 2, 3].flatMap((hydro_id) =>
        [0, 1, 2].map((k) => ({ hydro_id, date: 17_000 + 90 * k, value_m3s: 5 })),
      );
    },
  ],
];
