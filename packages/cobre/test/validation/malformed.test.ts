import { describe, expect, test } from 'vitest';
import { type ValidationKind, validationKinds } from '../../src/faults.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { memoryCase } from '../case/memory-case.js';
import { richCase } from '../case/rich-case.js';
import type { CaseContents } from '../case/write-case.js';
import { addRow, column, get, push, row, set } from './edit.js';

type Malformed = readonly [title: string, kind: ValidationKind, layer: number, context: object, spoil: Spoil];
type Spoil = (files: CaseContents) => void;

const config = 'config.json';
const stages = 'stages.json';
const hydros = 'system/hydros.json';
const buses = 'system/buses.json';
const initial = 'initial_conditions.json';
const correlation = 'scenarios/correlation.json';
const group = 'profiles.default.correlation_groups.0';
const inflowStats = 'scenarios/inflow_seasonal_stats.parquet';
const arFile = 'scenarios/inflow_ar_coefficients.parquet';
const planes = 'system/fpha_hyperplanes.parquet';
const geometry = 'system/hydro_geometry.parquet';
const generic = 'constraints/generic_constraints.json';
const genericBounds = 'constraints/generic_constraint_bounds.parquet';

const structural: readonly Malformed[] = [
  ['a mandatory file is missing', 'MissingFile', 1, { file: hydros }, (f) => (f[hydros] = null)],
  [
    'JSON text is broken',
    'ParseError',
    1,
    { file: buses, line: 3 },
    (f) => (f[buses] = '{\n  "buses": [\n    {"id": }\n]}'),
  ],
  ['JSON text ends early', 'ParseError', 1, { file: config, line: 2 }, (f) => (f[config] = '{"training": {\n')],
  [
    'text is not UTF-8',
    'ParseError',
    1,
    { file: stages, line: null },
    (f) => (f[stages] = Uint8Array.of(0x7b, 0xff, 0xfe)),
  ],
  ['a file is empty', 'ParseError', 1, { file: stages }, (f) => (f[stages] = '')],
  ['a table is no Parquet', 'ParseError', 1, { file: inflowStats }, (f) => (f[inflowStats] = 'PAR1 nonsense PAR1')],
];

const schema: readonly Malformed[] = [
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
];

const references: readonly Malformed[] = [
  [
    'a hydro sits on an unknown bus',
    'MissingReference',
    3,
    { file: hydros, entity_id: 1, field: 'bus_id', referenced_value: 99, referenced_registry: 'buses.json' },
    (f) => set(f, hydros, 'hydros.0.bus_id', 99),
  ],
  [
    'a cascade leads nowhere',
    'MissingReference',
    3,
    { field: 'downstream_id', referenced_registry: 'hydros.json' },
    (f) => set(f, hydros, 'hydros.0.downstream_id', 'X'),
  ],
  [
    'a diversion leads nowhere',
    'MissingReference',
    3,
    { field: 'diversion.downstream_id' },
    (f) => set(f, hydros, 'hydros.1.diversion.downstream_id', 77),
  ],
  [
    'a line ends nowhere',
    'MissingReference',
    3,
    { file: 'system/lines.json', field: 'target_bus_id' },
    (f) => set(f, 'system/lines.json', 'lines.0.target_bus_id', 9),
  ],
  [
    'a pump draws from nowhere',
    'MissingReference',
    3,
    { field: 'source_hydro_id' },
    (f) => set(f, 'system/pumping_stations.json', 'pumping_stations.0.source_hydro_id', 9),
  ],
  [
    'a contract has an unknown bus',
    'MissingReference',
    3,
    { file: 'system/energy_contracts.json' },
    (f) => set(f, 'system/energy_contracts.json', 'contracts.0.bus_id', 9),
  ],
  [
    'statistics name an unknown hydro',
    'MissingReference',
    3,
    { file: inflowStats, referenced_value: 9 },
    (f) => addRow(f, inflowStats, { hydro_id: 9, stage_id: 0, mean_m3s: 1, std_m3s: 1 }),
  ],
  [
    'initial storage names an unknown hydro',
    'MissingReference',
    3,
    { file: initial },
    (f) => push(f, initial, 'storage', { hydro_id: 9, value_hm3: 1 }),
  ],
  [
    'bounds name an unknown thermal',
    'MissingReference',
    3,
    { field: 'thermal_id' },
    (f) => column(f, 'constraints/thermal_bounds.parquet', { thermal_id: 9 }),
  ],
  [
    'bounds name an unknown stage',
    'MissingReference',
    3,
    { field: 'stage_id', referenced_registry: 'stages.json' },
    (f) => column(f, 'constraints/thermal_bounds.parquet', { stage_id: 9 }),
  ],
  [
    'factors name an unknown stage',
    'MissingReference',
    3,
    { file: 'scenarios/load_factors.json', field: 'stage_id' },
    (f) => set(f, 'scenarios/load_factors.json', 'load_factors.0.stage_id', 9),
  ],
  [
    'a correlation names an unknown hydro',
    'MissingReference',
    3,
    { file: correlation },
    (f) => set(f, correlation, `${group}.entities.0.id`, 9),
  ],
  [
    'an expression names an unknown thermal',
    'MissingReference',
    3,
    { file: generic, referenced_value: 9 },
    (f) => set(f, generic, 'constraints.0.expression', 'thermal_generation(9)'),
  ],
  [
    'a bound names an unknown constraint',
    'MissingReference',
    3,
    { file: genericBounds },
    (f) => row(f, genericBounds, 0, { constraint_id: 9 }),
  ],
  [
    'a bound names an unknown block',
    'OutOfRange',
    3,
    { file: genericBounds, value: 4 },
    (f) => row(f, genericBounds, 1, { block_id: 4 }),
  ],
];

const dimensions: readonly Malformed[] = [
  [
    'a hydro lacks statistics',
    'CoverageMismatch',
    4,
    { file: inflowStats },
    (f) => (f[inflowStats] = (f[inflowStats] as object[]).slice(0, -1)),
  ],
  [
    'a bus lacks a load',
    'CoverageMismatch',
    4,
    { file: 'scenarios/load_seasonal_stats.parquet' },
    (f) =>
      (f['scenarios/load_seasonal_stats.parquet'] = (f['scenarios/load_seasonal_stats.parquet'] as object[]).slice(1)),
  ],
  [
    'a matrix is not square',
    'CoverageMismatch',
    4,
    { file: correlation },
    (f) => set(f, correlation, `${group}.matrix`, [[1, 0.3]]),
  ],
  [
    'a schedule names an unknown profile',
    'StageMismatch',
    4,
    { file: correlation, stage_id: 1 },
    (f) => set(f, correlation, 'schedule.0.profile_name', 'wet'),
  ],
  [
    'a schedule names an unknown stage',
    'StageMismatch',
    4,
    { file: correlation, stage_id: 8 },
    (f) => set(f, correlation, 'schedule.0.stage_id', 8),
  ],
  [
    'a hydro has no planes',
    'CoverageMismatch',
    4,
    { file: planes },
    (f) => (f[planes] = [{ ...(f[planes] as object[])[1], hydro_id: 2 }]),
  ],
  [
    'a computed hydro has one geometry row',
    'CoverageMismatch',
    4,
    { file: geometry },
    (f) => (f[geometry] = (f[geometry] as object[]).slice(2)),
  ],
  [
    'penalties are for an unknown stage',
    'StageMismatch',
    4,
    { stage_id: 9 },
    (f) => column(f, 'constraints/penalty_overrides_bus.parquet', { stage_id: 9 }),
  ],
  [
    'external scenarios have a hole',
    'CoverageMismatch',
    4,
    { file: 'scenarios/external_inflow_scenarios.parquet' },
    (f) =>
      (f['scenarios/external_inflow_scenarios.parquet'] = (
        f['scenarios/external_inflow_scenarios.parquet'] as object[]
      ).slice(1)),
  ],
  [
    'openings are incomplete',
    'CoverageMismatch',
    4,
    { file: 'scenarios/noise_openings.parquet' },
    (f) => (f['scenarios/noise_openings.parquet'] = (f['scenarios/noise_openings.parquet'] as object[]).slice(1)),
  ],
];

const semantic: readonly Malformed[] = [
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
];

describe.each([
  ['structural', structural],
  ['schema', schema],
  ['reference', references],
  ['dimension', dimensions],
  ['semantic', semantic],
] as const)('a %s fault is reported with its kind, place and layer', (_, faults) => {
  test.each(faults)('%s', async (_title, kind, layer, context, spoil) => {
    const files = richCase();
    spoil(files);
    const report = await validateCase('case', memoryCase(files));
    const found = report.errors.find((error) => error.kind === kind);
    expect(found, JSON.stringify(report.errors, null, 1)).toMatchObject({ kind, context });
    expect(report.valid).toBe(false);
    expect(report.summary.layers_completed).toBe(layer);
    expect([...new Set(report.errors.map((error) => error.kind))]).toEqual([kind]);
  });
});

test('every validation kind but the one that only warns is covered by a fault above', () => {
  const covered = new Set(
    [...structural, ...schema, ...references, ...dimensions, ...semantic].map(([, kind]) => kind),
  );
  expect(validationKinds.filter((kind) => !covered.has(kind))).toEqual(['PenaltyConsistency']);
});
