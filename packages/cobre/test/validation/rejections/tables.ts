/** What today's format refuses in the calendar and in tables. */

import type { CaseContents, TableRow } from '../../case/write-case.js';
import { set } from '../edit.js';
import { equipped } from './equipped.js';
import { type Doubt, type Rejection, type Topic, topic } from './rejection.js';

const _stages = 'stages.json';
const _dated = { operational_start_date: '2000-01-01' };

const table =
  (path: string, ...rows: TableRow[]) =>
  (files: CaseContents) => {
    files[path] = rows;
  };

/** Columns under the names of release 0.5.1, in files that are otherwise as they should be. */
const renamed: readonly Rejection[] = (
  [
    ['constraints/penalty_overrides_ncs.parquet', 'ncs_id', { source_id: 4, stage_id: 0, curtailment_cost: 1 }],
    ['scenarios/inflow_history.parquet', 'start_date', { hydro_id: 0, date: 19000, value_m3s: 5 }],
    [
      'scenarios/external_ncs_scenarios.parquet',
      'availability_factor',
      { stage_id: 0, scenario_id: 0, ncs_id: 4, value: 0.5 },
    ],
  ] as const
).map(([file, field, row]) => [
  `${file} without ${field}`,
  'SchemaViolation',
  { file, field },
  new RegExp(field),
  table(file, row),
]);

const history = 'scenarios/inflow_history.parquet';
const groupBounds = 'constraints/hydro_unit_group_bounds.parquet';
const external = 'scenarios/external_load_scenarios.parquet';
const seen = (stage_id: number, scenario_id: number, bus_id = 0) => ({ stage_id, scenario_id, bus_id, value_mw: 80 });

const strangers: readonly Rejection[] = (
  [
    ['constraints/hydro_bounds.parquet', { hydro_id: 0, stage_id: 9, max_turbined_m3s: 5 }],
    ['constraints/line_bounds.parquet', { line_id: 2, stage_id: 9, direct_mw: 5 }],
    ['constraints/contract_bounds.parquet', { contract_id: 3, stage_id: 9, max_mw: 5 }],
    ['constraints/pumping_bounds.parquet', { pumping_station_id: 5, stage_id: 9, max_m3s: 5 }],
    ['constraints/ncs_bounds.parquet', { ncs_id: 4, stage_id: 9, available_generation_mw: 5 }],
    [groupBounds, { hydro_id: 0, hydro_unit_group_id: 0, stage_id: 9, max_turbined_m3s: 5 }],
    ['constraints/penalty_overrides_hydro.parquet', { hydro_id: 0, stage_id: 9, spillage_cost: 1 }],
    ['constraints/penalty_overrides_ncs.parquet', { ncs_id: 4, stage_id: 9, curtailment_cost: 1 }],
    ['constraints/penalty_overrides_bus.parquet', { bus_id: 0, stage_id: 9, excess_cost: 1 }],
    ['constraints/penalty_overrides_line.parquet', { line_id: 2, stage_id: 9, exchange_cost: 1 }],
  ] as const
).map(([file, row]) => [
  `${file} with a row of no stage`,
  file.includes('penalty') ? 'StageMismatch' : 'MissingReference',
  file.includes('penalty') ? { file, stage_id: 9 } : { file, field: 'stage_id', referenced_value: 9 },
  /use one of|Correct stage_id/,
  table(file, row),
]);

/** Optional columns under the names of release 0.5.1: what they say would be lost. */
const lost: readonly Rejection[] = (
  [
    ['constraints/hydro_bounds.parquet', 'filling_inflow_m3s', 'filling_min_rate_m3s'],
    ['constraints/penalty_overrides_hydro.parquet', 'fpha_turbined_cost', 'turbined_cost'],
  ] as const
).map(([file, field, name]) => [
  `${field} in ${file}`,
  'SchemaViolation',
  { file, field },
  new RegExp(`Rename it to '${name}'`),
  table(file, { hydro_id: 0, stage_id: 0, [field]: 1 }),
]);

const pumping = 'constraints/pumping_bounds.parquet';
const pumped = { pumping_station_id: 5, stage_id: 0 };

const wholeStage: readonly Rejection[] = (
  [
    ['constraints/hydro_bounds.parquet', { hydro_id: 0 }, 'min_storage_hm3', 1],
    ['constraints/hydro_bounds.parquet', { hydro_id: 0 }, 'water_withdrawal_m3s', 1],
  ] as const
).map(([file, owner, field, value]) => [
  `${field} of a block`,
  'SchemaViolation',
  { file, entity_id: 0, field },
  /without block_id/,
  table(file, { ...owner, stage_id: 0, block_id: 0, [field]: value }),
]);

const tableRows = topic<Rejection>(
  '1.8',
  'tables',
  [
    ...renamed,
    ...strangers,
    ...wholeStage,
    ...lost,
    [
      'a pump below zero',
      'OutOfRange',
      { file: pumping, field: 'min_m3s', value: -1, min: 0 },
      /Correct 'min_m3s'/,
      table(pumping, { ...pumped, min_m3s: -1 }),
    ],
    [
      'a pump whose least flow is above its largest',
      'CapacityViolation',
      { file: pumping, entity_id: 5, value_min: 4, value_max: 2 },
      /Lower min_m3s or raise max_m3s/,
      table(pumping, { ...pumped, min_m3s: 4, max_m3s: 2 }),
    ],
    [
      'a pump whose least flow is above that of the station',
      'CapacityViolation',
      { file: pumping, entity_id: 5, value_min: 9, value_max: 5 },
      /Lower min_m3s or raise max_m3s/,
      table(pumping, { ...pumped, min_m3s: 9 }),
    ],
    [
      'limits of a unit group that does not exist',
      'MissingReference',
      { file: groupBounds, entity_id: 0, field: 'hydro_unit_group_id', referenced_value: 7 },
      /Use one of: 0/,
      table(groupBounds, { hydro_id: 0, hydro_unit_group_id: 7, stage_id: 0, max_turbined_m3s: 5 }),
    ],
    [
      'limits of unit groups of no plant',
      'MissingReference',
      { file: groupBounds, field: 'hydro_id', referenced_value: 7 },
      /Add '7' to system\/hydros\.json, or use one of: 0, 1/,
      table(groupBounds, { hydro_id: 7, hydro_unit_group_id: 0, stage_id: 0, max_turbined_m3s: 5 }),
    ],
    [
      'limits of a unit group in a block that does not exist',
      'StageMismatch',
      { file: groupBounds, stage_id: 0 },
      /block_id/,
      table(groupBounds, { hydro_id: 0, hydro_unit_group_id: 0, stage_id: 0, block_id: 5, max_turbined_m3s: 5 }),
    ],
    [
      'two rows for one limit of a unit group',
      'DuplicateId',
      { file: groupBounds },
      /Keep one of the rows/,
      table(
        groupBounds,
        { hydro_id: 0, hydro_unit_group_id: 0, stage_id: 0, max_turbined_m3s: 5 },
        { hydro_id: 0, hydro_unit_group_id: 0, stage_id: 0, max_turbined_m3s: 6 },
      ),
    ],
    ...(['line_bounds', 'contract_bounds'] as const).map(
      (name): Rejection => [
        `${name} for a block that does not exist`,
        'StageMismatch',
        { file: `constraints/${name}.parquet`, stage_id: 0 },
        /block_id/,
        table(`constraints/${name}.parquet`, {
          ...(name === 'line_bounds' ? { line_id: 2, direct_mw: 1 } : { contract_id: 3, max_mw: 1 }),
          stage_id: 0,
          block_id: 3,
        }),
      ],
    ),
    [
      'a productivity of a plant that does not exist',
      'MissingReference',
      { file: 'system/hydro_energy_productivity.parquet', referenced_value: 7 },
      /Add '7' to system\/hydros\.json, or use one of: 0, 1/,
      table('system/hydro_energy_productivity.parquet', {
        hydro_id: 7,
        stage_id: null,
        equivalent_productivity_mw_per_m3s: 1,
      }),
    ],
    [
      'external scenarios of a stage that does not exist',
      'StageMismatch',
      { file: external, stage_id: 9 },
      /Correct stage_id/,
      table(external, seen(0, 0), seen(1, 0), seen(0, 0, 1), seen(1, 0, 1), seen(9, 0)),
    ],
    [
      'classes of external scenarios of different size',
      'CoverageMismatch',
      { file: 'scenarios/external_ncs_scenarios.parquet', missing_dimension: 'scenarios of stage 0' },
      /same number/,
      (f) => {
        const source = { scheme: 'external' };
        set(f, 'config.json', 'training.scenario_source', { seed: 1, load: source, ncs: source });
        f[external] = [0, 1].flatMap((bus) => [0, 1].flatMap((stage) => [seen(stage, 0, bus), seen(stage, 1, bus)]));
        f['scenarios/external_ncs_scenarios.parquet'] = [0, 1].map((stage_id) => ({
          stage_id,
          scenario_id: 0,
          ncs_id: 4,
          availability_factor: 0.5,
        }));
      },
    ],
  ],
  equipped,
);

const odd = topic<Doubt>('1.8', 'tables', [
  [
    'a reference volume in its older place',
    { file: 'system/hydro_energy_productivity.parquet', field: 'reference_volume_hm3' },
    /hydro_production_models/,
    /reference_volume/,
    (f) => {
      set(f, 'system/hydro_production_models.json', 'production_models.0.stage_ranges.0.productivity_mw_per_m3s', null);
      f['system/hydro_energy_productivity.parquet'] = [
        { hydro_id: 0, stage_id: null, equivalent_productivity_mw_per_m3s: 1, reference_volume_hm3: 5 },
      ];
    },
  ],
  [
    'an observed inflow below zero',
    { file: 'scenarios/inflow_history.parquet', entity_id: 0, value: -5 },
    /negative/,
    /incremental inflow/,
    (f) => {
      // With models that are given, nothing is fitted to it.
      f['scenarios/inflow_ar_coefficients.parquet'] = [];
      table('scenarios/inflow_history.parquet', { hydro_id: 0, start_date: 19000, end_date: 19031, value_m3s: -5 })(f);
    },
  ],
]);

const inSmallCase = topic<Rejection>('1.8', 'tables of the smallest case', [
  [
    'a bound is for no stage of the study',
    'MissingReference',
    { file: 'constraints/thermal_bounds.parquet', field: 'stage_id', referenced_value: 9 },
    /Add '9' to stages\.json, or use one of: 0, 1/,
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 9, max_generation_mw: 5 }];
    },
  ],
  [
    'a renamed column names an unknown station',
    'MissingReference',
    { file: 'constraints/pumping_bounds.parquet', field: 'pumping_station_id', referenced_value: 8 },
    /Add '8' to system\/pumping_stations\.json, or remove what names it/,
    (f) => {
      f['constraints/pumping_bounds.parquet'] = [{ pumping_station_id: 8, stage_id: 0, max_m3s: 1 }];
    },
  ],
  [
    'a column has its old name',
    'SchemaViolation',
    { file: 'constraints/pumping_bounds.parquet', field: 'pumping_station_id' },
    /Add a column 'pumping_station_id'/,
    (f) => {
      f['constraints/pumping_bounds.parquet'] = [{ station_id: 8, stage_id: 0, max_m3s: 1 }];
    },
  ],
  [
    'a window of history is empty',
    'OutOfRange',
    { file: history, entity_id: 0, field: 'end_date' },
    /end_date is exclusive/,
    (f) => {
      f[history] = [{ hydro_id: 0, start_date: 19000, end_date: 19000, value_m3s: 5 }];
    },
  ],
  [
    'external scenarios have gaps',
    'CoverageMismatch',
    { file: 'scenarios/external_load_scenarios.parquet' },
    /Number the scenarios from 0/,
    (f) => {
      const row = (stage_id: number, scenario_id: number) => ({ stage_id, scenario_id, bus_id: 0, value_mw: 80 });
      f['scenarios/external_load_scenarios.parquet'] = [row(0, 0), row(0, 2), row(1, 0), row(1, 2)];
    },
  ],
  [
    'a file of 0.5.1 is there',
    'SchemaViolation',
    { file: 'constraints/exchange_factors.json' },
    /Remove constraints\/exchange_factors\.json/,
    (f) => {
      f['constraints/exchange_factors.json'] = { exchange_factors: [] };
    },
  ],
]);

const blockRows = topic<Rejection>('2.8', 'limits of blocks', [
  [
    'storage is limited for a block',
    'SchemaViolation',
    { file: 'constraints/hydro_bounds.parquet', entity_id: 0, field: 'max_storage_hm3' },
    /row without block_id/,
    (f) => {
      f['constraints/hydro_bounds.parquet'] = [{ hydro_id: 0, stage_id: 0, block_id: 0, max_storage_hm3: 5 }];
    },
  ],
  [
    'a fill rate is given for a block',
    'SchemaViolation',
    { file: 'constraints/hydro_bounds.parquet', field: 'filling_min_rate_m3s' },
    /row without block_id/,
    (f) => {
      f['constraints/hydro_bounds.parquet'] = [{ hydro_id: 0, stage_id: 0, block_id: 0, filling_min_rate_m3s: 5 }];
    },
  ],
  [
    'a cost is given for a block',
    'SchemaViolation',
    { file: 'constraints/thermal_bounds.parquet', entity_id: 1, field: 'cost_per_mwh' },
    /row without block_id/,
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 0, block_id: 0, cost_per_mwh: 5 }];
    },
  ],
  [
    'a block does not exist',
    'StageMismatch',
    { file: 'constraints/thermal_bounds.parquet', stage_id: 0 },
    /block_id from 0 to 0/,
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 0, block_id: 4, max_generation_mw: 5 }];
    },
  ],
  [
    'a limit of a block is given twice',
    'DuplicateId',
    { file: 'constraints/thermal_bounds.parquet', entity_id: 1 },
    /Keep one of the rows/,
    (f) => {
      const row = { thermal_id: 1, stage_id: 0, block_id: 0, max_generation_mw: 5 };
      f['constraints/thermal_bounds.parquet'] = [row, row];
    },
  ],
]);

export const tables: readonly Topic<Rejection>[] = [tableRows, inSmallCase, blockRows];
export const oddTables: readonly Topic<Doubt>[] = [odd];
