/** What today's format refuses in the calendar and in tables. */
import { currentHydro, productionModel, smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents, TableRow } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Rejection, rejects, warns } from './rejection.js';

const stages = 'stages.json';
const dated = { operational_start_date: '2000-01-01' };

rejects('the calendar of a current case', [
  [
    'no opening',
    'OutOfRange',
    { file: stages, entity_id: 0, field: 'num_openings', value: 0 },
    /./,
    (f) => set(f, stages, 'stages.0.num_openings', 0),
  ],
  [
    'a block of endless hours',
    'ParseError',
    { file: stages },
    /JSON/,
    (f) => {
      f[stages] = Buffer.from(JSON.stringify(f[stages]).replace(/"hours":\d+/, '"hours":Infinity'));
    },
  ],
  [
    'a block of hours below zero',
    'OutOfRange',
    { file: stages, entity_id: 0, value: -1 },
    /./,
    (f) => set(f, stages, 'stages.0.blocks.0.hours', -1),
  ],
  [
    'a measure of risk that is a word',
    'InvalidEnum',
    { file: stages, entity_id: 1 },
    /expectation/,
    (f) => set(f, stages, 'stages.1.risk_measure', 'cvar'),
  ],
  [
    'a transition that discounts where there are nodes',
    'IncompatibleSettings',
    { settings: ['policy_graph.nodes', 'policy_graph.transitions.annual_discount_rate_override'] },
    /stage/,
    (f) => {
      set(f, stages, 'policy_graph.nodes', [
        { id: 0, stage_id: 0 },
        { id: 1, stage_id: 1 },
      ]);
      set(f, stages, 'policy_graph.transitions', [
        { source_id: 0, target_id: 1, probability: 1, annual_discount_rate_override: 0.1 },
      ]);
    },
  ],
  [
    'openings of a file where there are nodes',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.openings', 'policy_graph.nodes'] },
    /Remove/,
    (f) => {
      set(f, 'config.json', 'training.scenario_source', { openings: { source: 'file' } });
      set(f, stages, 'policy_graph.nodes', [
        { id: 0, stage_id: 0 },
        { id: 1, stage_id: 1 },
      ]);
      set(f, stages, 'policy_graph.transitions', [{ source_id: 0, target_id: 1, probability: 1 }]);
    },
  ],
]);

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

/** One of everything that has limits. */
function equipped(): CaseContents {
  const files = smallCurrentCase();
  push(files, 'system/buses.json', 'buses', { id: 1, name: 'Bus 1', ...dated });
  set(files, 'system/lines.json', 'lines', [
    { id: 2, name: 'Line', ...dated, source_bus_id: 0, target_bus_id: 1, capacity: { direct_mw: 5, reverse_mw: 5 } },
  ]);
  files['system/energy_contracts.json'] = {
    contracts: [
      {
        id: 3,
        name: 'Import',
        ...dated,
        bus_id: 0,
        type: 'import',
        price_per_mwh: 90,
        limits: { min_mw: 0, max_mw: 5 },
      },
    ],
  };
  push(files, 'system/hydros.json', 'hydros', currentHydro(1));
  push(files, 'system/hydro_production_models.json', 'production_models', productionModel(1));
  push(files, 'initial_conditions.json', 'storage', { hydro_id: 1, value_hm3: 50 });
  files['scenarios/inflow_seasonal_stats.parquet'] = [0, 1].flatMap((hydro_id) =>
    [0, 1].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 10, std_m3s: 0 })),
  );
  files['system/pumping_stations.json'] = {
    pumping_stations: [
      {
        id: 5,
        name: 'Pump',
        ...dated,
        bus_id: 0,
        source_hydro_id: 0,
        destination_hydro_id: 1,
        consumption_mw_per_m3s: 1,
        flow: { min_m3s: 0, max_m3s: 5 },
      },
    ],
  };
  files['system/non_controllable_sources.json'] = {
    non_controllable_sources: [{ id: 4, name: 'Wind', ...dated, bus_id: 0, max_generation_mw: 5 }],
  };
  files['scenarios/load_seasonal_stats.parquet'] = [0, 1].flatMap((bus_id) =>
    [0, 1].map((stage_id) => ({ bus_id, stage_id, mean_mw: bus_id === 0 ? 80 : 0, std_mw: 0 })),
  );
  return files;
}

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

rejects(
  'tables of a current case',
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
      /./,
      table(groupBounds, { hydro_id: 0, hydro_unit_group_id: 7, stage_id: 0, max_turbined_m3s: 5 }),
    ],
    [
      'limits of unit groups of no plant',
      'MissingReference',
      { file: groupBounds, field: 'hydro_id', referenced_value: 7 },
      /./,
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
      /./,
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
      /./,
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

warns('tables of a current case that are odd', [
  [
    'a reference volume in its older place',
    { file: 'system/hydro_energy_productivity.parquet', field: 'reference_volume_hm3' },
    /hydro_production_models/,
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
    (f) => {
      // With models that are given, nothing is fitted to it.
      f['scenarios/inflow_ar_coefficients.parquet'] = [];
      table('scenarios/inflow_history.parquet', { hydro_id: 0, start_date: 19000, end_date: 19031, value_m3s: -5 })(f);
    },
  ],
]);
