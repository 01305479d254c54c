import { type CaseFileSpec, existsIn } from '../case/file-spec.js';
import { caseFiles } from '../case/registry.js';
import { columnsIn } from '../case/table/column.js';

/** The files of a case in today's form, the required ones first, with the columns of the tables. */
export function caseFormat(): string {
  const specs = Object.values<CaseFileSpec>(caseFiles).filter((spec) => existsIn(spec, 'current'));
  const ordered = [...specs.filter((spec) => spec.required), ...specs.filter((spec) => !spec.required)];
  return ordered
    .map((spec) => `- ${spec.path} (${spec.required ? 'required' : 'optional'})${columnsOf(spec)}`)
    .join('\n');
}

function columnsOf(spec: CaseFileSpec): string {
  if (spec.format === 'json') return '';
  const named = [...columnsIn(spec.table, 'current')];
  const names = named.map(([name, { column }]) => (column.optional ? `${name}?` : name));
  return `: ${names.join(', ')}`;
}

const dated = { operational_start_date: '2000-01-01' };
const damLimits = { min_turbined_m3s: 0, max_turbined_m3s: 50, min_generation_mw: 0, max_generation_mw: 50 };

/** A complete small case: one reservoir, one thermal plant, two months. Tables are shown as rows. */
export const exampleCase: Readonly<Record<string, unknown>> = {
  'config.json': {
    training: {
      selection: { method: 'sampled', forward_passes: 5 },
      stopping_rules: [{ type: 'iteration_limit', limit: 50 }],
    },
    simulation: { enabled: true, selection: { method: 'sampled', num_scenarios: 100 } },
  },
  'penalties.json': {
    bus: { deficit_segments: [{ depth_mw: null, cost: 10000 }], excess_cost: 0.01 },
    line: { exchange_cost: 0.01 },
    hydro: {
      spillage_cost: 0.01,
      turbined_cost: 0.01,
      diversion_cost: 0.01,
      storage_violation_below_cost: 20000,
      filling_target_violation_cost: 30000,
      turbined_violation_below_cost: 5000,
      outflow_violation_below_cost: 5000,
      outflow_violation_above_cost: 5000,
      generation_violation_below_cost: 5000,
      evaporation_violation_cost: 5000,
      water_withdrawal_violation_cost: 5000,
    },
    non_controllable_source: { curtailment_cost: 0.005 },
  },
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.06 },
    stages: [
      {
        id: 0,
        start_date: '2026-01-01',
        end_date: '2026-02-01',
        blocks: [{ id: 0, name: 'ALL', hours: 744 }],
        num_openings: 10,
      },
      {
        id: 1,
        start_date: '2026-02-01',
        end_date: '2026-03-01',
        blocks: [{ id: 0, name: 'ALL', hours: 672 }],
        num_openings: 10,
      },
    ],
  },
  'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 60 }], filling_storage: [] },
  'system/buses.json': { buses: [{ id: 0, name: 'Main', ...dated }] },
  'system/lines.json': { lines: [] },
  'system/hydros.json': {
    hydros: [
      {
        id: 0,
        name: 'Dam',
        ...dated,
        downstream_id: null,
        reservoir: { min_storage_hm3: 0, max_storage_hm3: 100 },
        outflow: { min_outflow_m3s: 0, max_outflow_m3s: null },
        generation: { model: 'constant_productivity', ...damLimits },
        unit_groups: [{ id: 0, name: 'Units', bus_id: 0, ...damLimits }],
      },
    ],
  },
  'system/hydro_production_models.json': {
    production_models: [
      {
        hydro_id: 0,
        selection_mode: 'stage_ranges',
        stage_ranges: [
          { start_stage_id: 0, end_stage_id: null, model: 'constant_productivity', productivity_mw_per_m3s: 1 },
        ],
      },
    ],
  },
  'system/thermals.json': {
    thermals: [{ id: 0, name: 'Gas', ...dated, bus_id: 0, cost_per_mwh: 60, generation: { min_mw: 0, max_mw: 80 } }],
  },
  'scenarios/inflow_seasonal_stats.parquet': [
    { hydro_id: 0, stage_id: 0, mean_m3s: 40, std_m3s: 10 },
    { hydro_id: 0, stage_id: 1, mean_m3s: 25, std_m3s: 8 },
  ],
  'scenarios/load_seasonal_stats.parquet': [
    { bus_id: 0, stage_id: 0, mean_mw: 70, std_mw: 0 },
    { bus_id: 0, stage_id: 1, mean_mw: 75, std_mw: 0 },
  ],
};
