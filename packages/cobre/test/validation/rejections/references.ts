/** Ids in tables, factors and expressions that lead nowhere. */
import type { CaseContents, TableRow } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { equipped } from './equipped.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const unknownId = (file: string, field: string, registry: string) => ({
  file,
  field,
  referenced_value: 99,
  referenced_registry: registry,
});

/** By table: the column that names an entity, where it is declared, and what else a row needs. */
const named: readonly (readonly [file: string, column: string, registry: string, rest: TableRow])[] = [
  ['constraints/contract_bounds.parquet', 'contract_id', 'energy_contracts.json', { max_mw: 1 }],
  ['constraints/line_bounds.parquet', 'line_id', 'lines.json', { direct_mw: 1 }],
  ['constraints/ncs_bounds.parquet', 'ncs_id', 'non_controllable_sources.json', { available_generation_mw: 1 }],
  ['constraints/penalty_overrides_line.parquet', 'line_id', 'lines.json', { exchange_cost: 1 }],
  ['constraints/penalty_overrides_ncs.parquet', 'ncs_id', 'non_controllable_sources.json', { curtailment_cost: 1 }],
  [
    'scenarios/external_ncs_scenarios.parquet',
    'ncs_id',
    'non_controllable_sources.json',
    { scenario_id: 0, availability_factor: 1 },
  ],
  ['constraints/hydro_bounds.parquet', 'hydro_id', 'hydros.json', { max_turbined_m3s: 1 }],
  ['constraints/penalty_overrides_hydro.parquet', 'hydro_id', 'hydros.json', { spillage_cost: 1 }],
  ['constraints/penalty_overrides_bus.parquet', 'bus_id', 'buses.json', { excess_cost: 1 }],
  ['scenarios/external_inflow_scenarios.parquet', 'hydro_id', 'hydros.json', { scenario_id: 0, value_m3s: 1 }],
  [
    'scenarios/inflow_annual_component.parquet',
    'hydro_id',
    'hydros.json',
    { annual_coefficient: 0.1, annual_mean_m3s: 10, annual_std_m3s: 1 },
  ],
  ['scenarios/external_load_scenarios.parquet', 'bus_id', 'buses.json', { scenario_id: 0, value_mw: 1 }],
  [
    'scenarios/inflow_ar_coefficients.parquet',
    'hydro_id',
    'hydros.json',
    { lag: 1, coefficient: 0.5, residual_std_ratio: 1 },
  ],
  ['scenarios/non_controllable_stats.parquet', 'ncs_id', 'non_controllable_sources.json', { mean: 0.5, std: 0 }],
];

const inTables: readonly Rejection[] = named.map(([file, column, registry, rest]) => [
  `${column} of nothing in ${file}`,
  'MissingReference',
  unknownId(file, column, registry),
  /Add '99' to system\/\w+\.json, or use one of: \d/,
  (files) => {
    files[file] = [{ [column]: 99, stage_id: 0, ...rest }];
  },
]);

/** Tables that have no stages. */
const timeless: readonly Rejection[] = (
  [
    ['system/hydro_geometry.parquet', { volume_hm3: 0, height_m: 1, area_km2: 1 }],
    ['system/fpha_hyperplanes.parquet', { plane_id: 0, gamma_0: 0, gamma_v: 0, gamma_q: 1, gamma_s: 0 }],
    ['scenarios/inflow_history.parquet', { start_date: 19000, end_date: 19031, value_m3s: 1 }],
  ] as const
).map(([file, rest]) => [
  `hydro_id of nothing in ${file}`,
  'MissingReference',
  unknownId(file, 'hydro_id', 'hydros.json'),
  /Add '99' to system\/hydros\.json, or use one of: 0, 1/,
  (files) => {
    files[file] = [{ hydro_id: 99, ...rest }];
  },
]);

/** Keys of registries and lists that name an entity. */
const inEntries: readonly Rejection[] = (
  [
    ['system/pumping_stations.json', 'pumping_stations.0.destination_hydro_id', 'destination_hydro_id', 'hydros'],
    ['system/lines.json', 'lines.0.source_bus_id', 'source_bus_id', 'buses'],
    ['system/hydro_production_models.json', 'production_models.0.hydro_id', 'hydro_id', 'hydros'],
    ['initial_conditions.json', 'storage.0.hydro_id', 'storage.hydro_id', 'hydros'],
  ] as const
).map(([file, path, field, registry]) => [
  `${field} of nothing in ${file}`,
  'MissingReference',
  unknownId(file, field, `${registry}.json`),
  /Add '99' to system\/\w+\.json, or use one of: 0, 1/,
  (files) => set(files, file, path, 99),
]);

const filled: Rejection = [
  'a filled reservoir that does not exist',
  'MissingReference',
  unknownId('initial_conditions.json', 'filling_storage.hydro_id', 'hydros.json'),
  /Add '99' to system\/hydros\.json/,
  (files) => push(files, 'initial_conditions.json', 'filling_storage', { hydro_id: 99, value_hm3: 1 }),
];

/** Ends of lines and pumps that are the same. */
const sameEnds: readonly Rejection[] = [
  [
    'a line from a bus to itself',
    'PhysicalConstraint',
    { file: 'system/lines.json', entity_id: 2, rule: 'distinct ends' },
    /Correct source_bus_id or target_bus_id/,
    (files) => set(files, 'system/lines.json', 'lines.0.target_bus_id', 0),
  ],
  [
    'a pump from a reservoir to itself',
    'PhysicalConstraint',
    { file: 'system/pumping_stations.json', entity_id: 5, rule: 'distinct ends' },
    /Correct source_hydro_id or destination_hydro_id/,
    (files) => set(files, 'system/pumping_stations.json', 'pumping_stations.0.destination_hydro_id', 0),
  ],
];

const factors = 'scenarios/non_controllable_factors.json';
const factor = (ncs_id: number, stage_id: number) => (files: CaseContents) => {
  files[factors] = { non_controllable_factors: [{ ncs_id, stage_id, block_factors: [{ block_id: 0, factor: 1 }] }] };
};

const inFactors: readonly Rejection[] = [
  [
    `factors of a source that does not exist`,
    'MissingReference',
    unknownId(factors, 'ncs_id', 'non_controllable_sources.json'),
    /use one of: 4/,
    factor(99, 0),
  ],
  [
    `factors of a stage that does not exist`,
    'MissingReference',
    unknownId(factors, 'stage_id', 'stages.json'),
    /use one of: 0, 1/,
    factor(4, 99),
  ],
];

const correlation = 'scenarios/correlation.json';

const inCorrelation: readonly Rejection[] = (
  [
    ['load', 'buses.json'],
    ['ncs', 'non_controllable_sources.json'],
  ] as const
).map(([type, registry]) => [
  `a correlated ${type} that does not exist`,
  'MissingReference',
  { file: correlation, referenced_value: 99, referenced_registry: registry },
  /Add '99' to system/,
  (files) => {
    files[correlation] = {
      profiles: { default: { correlation_groups: [{ name: 'all', entities: [{ type, id: 99 }], matrix: [[1]] }] } },
    };
  },
]);

const constraints = 'constraints/generic_constraints.json';

const inExpressions: readonly Rejection[] = (
  [
    ['hydro_storage', 'hydros.json'],
    ['line_direct', 'lines.json'],
    ['contract_import', 'energy_contracts.json'],
    ['non_controllable_generation', 'non_controllable_sources.json'],
    ['pumping_flow', 'pumping_stations.json'],
    ['battery_charge', 'batteries.json'],
  ] as const
).map(([variable, registry]) => [
  `${variable} of nothing`,
  'MissingReference',
  { file: constraints, entity_id: 4, referenced_value: 99, referenced_registry: registry },
  /Add '99' to system/,
  (files) => {
    const constraint = { id: 4, name: 'Mine', expression: `${variable}(99) <= 5`, slack: { enabled: false } };
    files[constraints] = { constraints: [constraint] };
  },
]);

export const references: readonly Topic<Rejection>[] = [
  topic('1.7', 'ids of entities', [...inEntries, filled, ...sameEnds], equipped),
  topic('1.8', 'ids in tables', [...inTables, ...timeless, ...inFactors, ...inCorrelation], equipped),
  topic('1.9', 'ids in expressions', inExpressions, equipped),
];
