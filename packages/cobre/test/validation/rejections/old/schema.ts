/** Files that can be read, but do not fit their schema. */
import { addRow, column, get, push, row, set } from '../../edit.js';
import type { Malformed } from './malformed.js';

const config = 'config.json';
const stages = 'stages.json';
const hydros = 'system/hydros.json';
const buses = 'system/buses.json';
const initial = 'initial_conditions.json';
const inflowStats = 'scenarios/inflow_seasonal_stats.parquet';
const arFile = 'scenarios/inflow_ar_coefficients.parquet';
const generic = 'constraints/generic_constraints.json';

const models = 'system/hydro_production_models.json';

export const schema: readonly Malformed[] = [
  [
    'a key is missing',
    'SchemaViolation',
    2,
    { file: config, field: 'training.forward_passes' },
    (f) => set(f, config, 'training.forward_passes', undefined),
  ],
  [
    'an entity lacks a key',
    'SchemaViolation',
    2,
    { file: hydros, entity_id: 2, field: 'reservoir' },
    (f) => set(f, hydros, 'hydros.1.reservoir', undefined),
  ],
  [
    'a discriminator is missing',
    'SchemaViolation',
    2,
    { field: 'training.stopping_rules[0].type' },
    (f) => set(f, config, 'training.stopping_rules.0.type', undefined),
  ],
  [
    'a column is missing',
    'SchemaViolation',
    2,
    { file: inflowStats, field: 'mean_m3s' },
    (f) => column(f, inflowStats, { mean_m3s: undefined }),
  ],
  [
    'a column has an empty value',
    'SchemaViolation',
    2,
    { field: 'mean_m3s' },
    (f) => row(f, inflowStats, 1, { mean_m3s: null }),
  ],
  [
    'a number is a string',
    'TypeMismatch',
    2,
    { entity_id: 1, field: 'generation.max_mw', expected_type: 'number', actual_type: 'string' },
    (f) => set(f, 'system/thermals.json', 'thermals.0.generation.max_mw', '50'),
  ],
  [
    'an integer is a fraction',
    'TypeMismatch',
    2,
    { field: 'training.forward_passes' },
    (f) => set(f, config, 'training.forward_passes', 1.5),
  ],
  ['a list is an object', 'TypeMismatch', 2, { file: buses, field: 'buses' }, (f) => (f[buses] = { buses: {} })],
  ['a document is a list', 'TypeMismatch', 2, { file: buses }, (f) => (f[buses] = '[]')],
  ['an id is a boolean', 'TypeMismatch', 2, { field: 'buses[0].id' }, (f) => set(f, buses, 'buses.0.id', true)],
  [
    'a column holds text',
    'TypeMismatch',
    2,
    { file: inflowStats, field: 'std_m3s' },
    (f) => column(f, inflowStats, { std_m3s: 'low' }),
  ],
  [
    'an enum has another value',
    'InvalidEnum',
    2,
    { entity_id: 0, field: 'block_mode', value: 'serial' },
    (f) => set(f, stages, 'stages.0.block_mode', 'serial'),
  ],
  [
    'a stopping rule is unknown',
    'InvalidEnum',
    2,
    { value: 'patience' },
    (f) => set(f, config, 'training.stopping_rules.0.type', 'patience'),
  ],
  [
    'a cut selection method is unknown',
    'InvalidEnum',
    2,
    { value: 'best' },
    (f) => set(f, config, 'training.cut_selection.method', 'best'),
  ],
  [
    'a risk measure is unknown',
    'InvalidEnum',
    2,
    { value: 'worst' },
    (f) => set(f, stages, 'stages.0.risk_measure', 'worst'),
  ],
  ['a sense is unknown', 'InvalidEnum', 2, { value: '<' }, (f) => set(f, generic, 'constraints.0.sense', '<')],
  [
    'hours are zero',
    'OutOfRange',
    2,
    { entity_id: 0, field: 'blocks[0].hours', value: 0 },
    (f) => set(f, stages, 'stages.0.blocks.0.hours', 0),
  ],
  [
    'a cost is negative',
    'OutOfRange',
    2,
    { field: 'hydro.spillage_cost', value: -1 },
    (f) => set(f, 'penalties.json', 'hydro.spillage_cost', -1),
  ],
  [
    'alpha is above one',
    'OutOfRange',
    2,
    { field: 'risk_measure.cvar.alpha', value: 1.2 },
    (f) => set(f, stages, 'stages.0.risk_measure.cvar.alpha', 1.2),
  ],
  [
    'a number overflows',
    'OutOfRange',
    2,
    { field: 'policy_graph.annual_discount_rate' },
    (f) =>
      (f[stages] = JSON.stringify(f[stages]).replace('"annual_discount_rate":0.1', '"annual_discount_rate":1e999')),
  ],
  [
    'a deviation is negative',
    'OutOfRange',
    2,
    { file: inflowStats, field: 'std_m3s', value: -2 },
    (f) => column(f, inflowStats, { std_m3s: -2 }),
  ],
  [
    'a value is not a number',
    'OutOfRange',
    2,
    { field: 'mean_m3s' },
    (f) => row(f, inflowStats, 0, { mean_m3s: Number.NaN }),
  ],
  [
    'a ratio is above one',
    'OutOfRange',
    2,
    { field: 'residual_std_ratio' },
    (f) => column(f, arFile, { residual_std_ratio: 1.5 }),
  ],
  [
    'an availability is above one',
    'OutOfRange',
    2,
    { field: 'mean' },
    (f) => column(f, 'scenarios/non_controllable_stats.parquet', { mean: 1.5 }),
  ],
  [
    'a stage ends before it starts',
    'OutOfRange',
    2,
    { entity_id: 1, field: 'end_date' },
    (f) => set(f, stages, 'stages.1.end_date', '2024-02-01'),
  ],
  [
    'a pre-study stage is not negative',
    'OutOfRange',
    2,
    { value: 3 },
    (f) => set(f, stages, 'pre_study_stages.0.id', 3),
  ],
  [
    'a date does not exist',
    'SchemaViolation',
    2,
    { field: 'end_date' },
    (f) => set(f, stages, 'stages.0.end_date', '2024-02-30'),
  ],
  [
    'two buses share an id',
    'DuplicateId',
    2,
    { file: buses, entity_id: 1, registry: 'buses' },
    (f) => set(f, buses, 'buses.1.id', 1),
  ],
  [
    'a text id repeats a number',
    'DuplicateId',
    2,
    { entity_id: 1, registry: 'buses' },
    (f) => set(f, buses, 'buses.1.id', '1'),
  ],
  [
    'two stages share an id',
    'DuplicateId',
    2,
    { file: stages, registry: 'stages' },
    (f) => set(f, stages, 'stages.1.id', 0),
  ],
  [
    'a row is repeated',
    'DuplicateId',
    2,
    { file: inflowStats, entity_id: 1 },
    (f) => addRow(f, inflowStats, { hydro_id: 1, stage_id: 0, mean_m3s: 1, std_m3s: 1 }),
  ],
  [
    'a block is repeated',
    'DuplicateId',
    2,
    { file: stages },
    (f) =>
      set(f, stages, 'stages.0.blocks', [
        { id: 0, name: 'a', hours: 1 },
        { id: 0, name: 'b', hours: 1 },
      ]),
  ],
  [
    'blocks leave a gap',
    'SchemaViolation',
    2,
    { file: stages, field: 'blocks' },
    (f) =>
      set(f, stages, 'stages.0.blocks', [
        { id: 0, name: 'a', hours: 1 },
        { id: 2, name: 'b', hours: 1 },
      ]),
  ],
  [
    'the last deficit segment is limited',
    'SchemaViolation',
    2,
    { file: buses, entity_id: 1 },
    (f) => set(f, buses, 'buses.0.deficit_segments.1.depth_mw', 5),
  ],
  [
    'deficit costs fall',
    'SchemaViolation',
    2,
    { file: buses, entity_id: 1 },
    (f) => set(f, buses, 'buses.0.deficit_segments.1.cost', 5),
  ],
  [
    'evaporation has eleven months',
    'SchemaViolation',
    2,
    { entity_id: 2, field: 'evaporation.coefficients_mm' },
    (f) => (get(f, hydros, 'hydros.1.evaporation.coefficients_mm') as number[]).pop(),
  ],
  [
    'the scenario source is in stages.json',
    'SchemaViolation',
    2,
    { file: stages, field: 'scenario_source' },
    (f) => set(f, stages, 'scenario_source', { seed: 1 }),
  ],
  [
    'a class of the scenario source has an unknown key',
    'SchemaViolation',
    2,
    { file: config },
    (f) => set(f, config, 'training.scenario_source.inflow.years', [1990]),
  ],
  [
    'a productivity is missing',
    'SchemaViolation',
    2,
    { entity_id: 2 },
    (f) => set(f, hydros, 'hydros.1.generation.productivity_mw_per_m3s', undefined),
  ],
  [
    'observations overlap',
    'SchemaViolation',
    2,
    { file: initial, entity_id: 1 },
    (f) =>
      push(f, initial, 'recent_observations', {
        hydro_id: 1,
        start_date: '2023-12-28',
        end_date: '2023-12-30',
        value_m3s: 1,
      }),
  ],
  [
    'an expression is broken',
    'ParseError',
    2,
    { file: generic },
    (f) => set(f, generic, 'constraints.0.expression', 'thermal_generation(1) +'),
  ],
  [
    'an expression has an unknown variable',
    'ParseError',
    2,
    { file: generic },
    (f) => set(f, generic, 'constraints.0.expression', 'coal(1)'),
  ],
  [
    'a seed is missing',
    'IncompatibleSettings',
    2,
    {},
    (f) => set(f, config, 'training.scenario_source', { inflow: { scheme: 'out_of_sample' } }),
  ],
  [
    'loads are historical',
    'IncompatibleSettings',
    2,
    {},
    (f) => set(f, config, 'training.scenario_source.load', { scheme: 'historical' }),
  ],
  [
    'years go backwards',
    'IncompatibleSettings',
    2,
    {},
    (f) =>
      set(f, config, 'training.scenario_source', {
        seed: 1,
        inflow: { scheme: 'historical' },
        historical_years: { from: 2021, to: 2019 },
      }),
  ],
  [
    'past inflows have other seasons than values',
    'SchemaViolation',
    2,
    { file: initial, entity_id: 1, field: 'season_ids' },
    (f) => set(f, initial, 'past_inflows.0.season_ids', [1, 2, 3, 4, 5, 6, 7]),
  ],
  [
    'a stage lies in two ranges of production models',
    'SchemaViolation',
    2,
    { file: models, field: 'stage_ranges' },
    (f) =>
      (f[models] = {
        production_models: [
          {
            hydro_id: 2,
            selection_mode: 'stage_ranges',
            stage_ranges: [
              { start_stage_id: 0, end_stage_id: 1, model: 'constant_productivity' },
              { start_stage_id: 1, end_stage_id: null, model: 'constant_productivity' },
            ],
          },
        ],
      }),
  ],
];
