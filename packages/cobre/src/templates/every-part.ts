/**
 * A small system that has one of everything: what each part is called and how it is written is easier to see than to read.
 * Two openings a month make eight paths, which are all solved: the gap at the end is exact.
 */
import type { CaseFileSpec } from '../case/file-spec.js';
import { membersBy } from '../equipment/members.js';
import { parquetOfRows, type TableColumnType, tableSchema } from '../parquet/write.js';
import { penalties } from './penalties.js';
import { dated, jsonFile, type Template, type TemplateFile } from './template.js';

const [city, coast] = [0, 1];
const stageIds = [0, 1, 2];

/** January to March 2030; days have an hour-long peak for every three hours without. */
const stages = [744, 672, 744].map((hours, id) => ({
  id,
  start_date: `2030-0${id + 1}-01`,
  end_date: `2030-0${id + 2}-01`,
  blocks: [
    { id: 0, name: 'PEAK', hours: hours / 4 },
    { id: 1, name: 'REST', hours: (hours * 3) / 4 },
  ],
  num_openings: 2,
}));

const config = {
  training: {
    selection: { method: 'enumerated' },
    stopping_rules: [
      { type: 'iteration_limit', limit: 100 },
      { type: 'gap', relative_tolerance: 1e-6 },
    ],
  },
  simulation: { enabled: true, selection: { method: 'enumerated' } },
  modeling: { inflow_non_negativity: { method: 'none' } },
};

const limits = (flow: number, power = flow) => ({
  min_turbined_m3s: 0,
  max_turbined_m3s: flow,
  min_generation_mw: 0,
  max_generation_mw: power,
});

const plant = (id: number, name: string, storage: number, flow: number, more: object) => ({
  id,
  name,
  ...dated,
  reservoir: { min_storage_hm3: 10, max_storage_hm3: storage },
  outflow: { min_outflow_m3s: 0, max_outflow_m3s: null },
  generation: { model: 'constant_productivity', ...limits(flow) },
  ...more,
});

const units = (id: number, name: string, bus_id: number, flow: number) => ({ id, name, bus_id, ...limits(flow) });

const hydros = [
  plant(0, 'Spring', 200, 60, {
    downstream_id: 1,
    travel_time_hours: 240,
    unit_groups: [units(0, 'Spring', city, 60)],
  }),
  plant(1, 'Twin', 300, 80, {
    downstream_id: null,
    unit_groups: [units(0, 'City side', city, 50), units(1, 'Coast side', coast, 30)],
  }),
  plant(2, 'New lake', 60, 20, {
    downstream_id: 1,
    entry_stage_id: 2,
    filling: { start_stage_id: 0, filling_min_rate_m3s: 2 },
    unit_groups: [units(0, 'New lake', city, 20)],
  }),
];

const productionModels = hydros.map(({ id }) => ({
  hydro_id: id,
  selection_mode: 'stage_ranges',
  stage_ranges: [
    {
      start_stage_id: 0,
      end_stage_id: null,
      model: 'constant_productivity',
      productivity_mw_per_m3s: id === 0 ? 0.8 : 1,
    },
  ],
}));

const thermal = (id: number, name: string, bus_id: number, cost: number, max: number, more: object = {}) => ({
  id,
  name,
  ...dated,
  bus_id,
  cost_per_mwh: cost,
  generation: { min_mw: 0, max_mw: max },
  ...more,
});

const system = (): readonly TemplateFile[] => [
  jsonFile('system/buses.json', {
    buses: [
      { id: city, name: 'City', ...dated },
      { id: coast, name: 'Coast', ...dated },
    ],
  }),
  jsonFile('system/lines.json', {
    lines: [
      {
        id: 0,
        name: 'City to Coast',
        ...dated,
        source_bus_id: city,
        target_bus_id: coast,
        capacity: { direct_mw: 40, reverse_mw: 40 },
      },
    ],
  }),
  jsonFile('system/hydros.json', { hydros }),
  jsonFile('system/hydro_production_models.json', { production_models: productionModels }),
  jsonFile('system/thermals.json', {
    thermals: [
      thermal(0, 'Gas', city, 70, 60),
      thermal(1, 'Ship gas', coast, 40, 50, { anticipated_config: { lead_stages: 1 } }),
      thermal(2, 'New engine', city, 120, 40, { entry_stage_id: 1 }),
    ],
  }),
  jsonFile('system/non_controllable_sources.json', {
    non_controllable_sources: [
      { id: 0, name: 'Wind', ...dated, bus_id: coast, max_generation_mw: 30, allow_curtailment: true },
    ],
  }),
  jsonFile('system/energy_contracts.json', {
    contracts: [
      {
        id: 0,
        name: 'Import',
        ...dated,
        bus_id: city,
        type: 'import',
        price_per_mwh: 150,
        limits: { min_mw: 0, max_mw: 20 },
      },
    ],
  }),
  // Kinds of equipment that bring an example of their own.
  ...membersBy('file').flatMap(({ kind, files, declaredIn, example }) => {
    if (example === undefined) return [];
    const { path } = files[declaredIn] as CaseFileSpec;
    return [jsonFile(path, { [kind]: [{ id: 0, ...dated, ...example }] })];
  }),
];

/** Twin keeps a reserve of useful water that a parameter gives, and both its sides together respect a band. */
const constraints = (): readonly TemplateFile[] => [
  jsonFile('constraints/generic_constraints.json', {
    expressions: [{ name: 'twin', expression: 'hydro_generation(1, bus=0) + hydro_generation(1, bus=1)' }],
    constraints: [
      { id: 0, name: 'Band of Twin', expression: '@twin', slack: { enabled: true, penalty: 500 } },
      {
        id: 1,
        name: 'Reserve of Twin',
        expression: 'hydro_useful_volume_final(1)',
        slack: { enabled: true, penalty: 500 },
        bound_lower_ref: 'reserve',
      },
    ],
  }),
  jsonFile('constraints/generic_parameters.json', {
    scalar_parameters: [{ id: 0, name: 'reserve', kind: 'per_stage', values: stageIds.map((id) => [id, 20 + 5 * id]) }],
  }),
  table(
    'constraints/generic_constraint_bounds.parquet',
    ['constraint_id:int32', 'stage_id:int32', 'block_id?:int32', 'bound_lower?:double', 'bound_upper?:double'],
    stageIds.map((stage_id) => ({ constraint_id: 0, stage_id, block_id: null, bound_lower: 5, bound_upper: 70 })),
  ),
  table(
    'constraints/line_bounds.parquet',
    ['line_id:int32', 'stage_id:int32', 'block_id?:int32', 'direct_mw?:double'],
    [{ line_id: 0, stage_id: 1, block_id: 0, direct_mw: 25 }],
  ),
];

/** What still has effects when the study begins, and where Ship gas delivers when it has ended. */
const edges = (): readonly TemplateFile[] => [
  jsonFile('initial_conditions.json', {
    storage: [
      { hydro_id: 0, value_hm3: 120 },
      { hydro_id: 1, value_hm3: 150 },
    ],
    filling_storage: [{ hydro_id: 2, value_hm3: 0 }],
    past_defluences: [{ hydro_id: 0, start_date: '2029-12-22', end_date: '2030-01-01', value_m3s: 40 }],
    past_anticipated_commitments: [{ thermal_id: 1, start_date: '2030-01-01', end_date: '2030-02-01', value_mw: 30 }],
  }),
  jsonFile('post_study_stages.json', {
    stages: [{ start_date: '2030-04-01', duration_hours: 720 }],
    thermal_bounds: [{ thermal_id: 1, post_study_stage_index: 0, cost_per_mwh: 40, min_mw: 0, max_mw: 50 }],
  }),
];

const scenarios = (): readonly TemplateFile[] => [
  table(
    'scenarios/inflow_seasonal_stats.parquet',
    ['hydro_id:int32', 'stage_id:int32', 'mean_m3s:double', 'std_m3s:double'],
    [50, 30, 10].flatMap((mean_m3s, hydro_id) =>
      stageIds.map((stage_id) => ({ hydro_id, stage_id, mean_m3s, std_m3s: mean_m3s / 5 })),
    ),
  ),
  table(
    'scenarios/load_seasonal_stats.parquet',
    ['bus_id:int32', 'stage_id:int32', 'mean_mw:double', 'std_mw:double'],
    [120, 70].flatMap((mean_mw, bus_id) => stageIds.map((stage_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 }))),
  ),
  table(
    'scenarios/non_controllable_stats.parquet',
    ['ncs_id:int32', 'stage_id:int32', 'mean:double', 'std:double'],
    stageIds.map((stage_id) => ({ ncs_id: 0, stage_id, mean: 0.4, std: 0 })),
  ),
];

function table(
  path: string,
  columns: readonly `${string}:${TableColumnType}`[],
  rows: Parameters<typeof parquetOfRows>[1],
): TemplateFile {
  return { path, content: parquetOfRows(tableSchema(...columns), rows) };
}

export const everyPart: Template = {
  name: 'every-part',
  title: 'One of everything',
  description:
    'Three months of a small system with one of everything: units on two buses, water that travels, a lake that fills, gas ordered ahead, ways to store, constraints of your own.',
  files: () => [
    jsonFile('config.json', config),
    jsonFile('stages.json', { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.08 }, stages }),
    jsonFile('penalties.json', penalties),
    ...edges(),
    ...system(),
    ...scenarios(),
    ...constraints(),
  ],
};
