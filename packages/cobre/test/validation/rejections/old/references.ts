/** Ids that lead nowhere. */
import { addRow, column, push, row, set } from '../../edit.js';
import type { Malformed } from './malformed.js';

const _stages = 'stages.json';
const hydros = 'system/hydros.json';
const _buses = 'system/buses.json';
const initial = 'initial_conditions.json';
const correlation = 'scenarios/correlation.json';
const group = 'profiles.default.correlation_groups.0';
const inflowStats = 'scenarios/inflow_seasonal_stats.parquet';
const generic = 'constraints/generic_constraints.json';
const genericBounds = 'constraints/generic_constraint_bounds.parquet';

const exchange = 'constraints/exchange_factors.json';

export const references: readonly Malformed[] = [
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
  [
    'exchange factors name an unknown line',
    'MissingReference',
    3,
    { file: exchange, field: 'line_id', referenced_value: 99 },
    (f) => set(f, exchange, 'exchange_factors.0.line_id', 99),
  ],
  [
    'exchange factors name an unknown stage',
    'MissingReference',
    3,
    { file: exchange, field: 'stage_id', referenced_value: 99 },
    (f) => set(f, exchange, 'exchange_factors.0.stage_id', 99),
  ],
  [
    'past inflows name an unknown hydro',
    'MissingReference',
    3,
    { file: initial, field: 'past_inflows.hydro_id', referenced_value: 9 },
    (f) => push(f, initial, 'past_inflows', { hydro_id: 9, values_m3s: [1] }),
  ],
];
