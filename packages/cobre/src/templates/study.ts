import { parquetOfRows, tableSchema } from '../parquet/write.js';
import { type MonthlyStage, monthlyStages } from './months.js';
import { penalties } from './penalties.js';
import { dated, jsonFile, type TemplateFile } from './template.js';

export interface Plant {
  readonly name: string;
  readonly bus?: number;
  readonly downstream?: number;
  readonly storage: { readonly max: number; readonly initial: number };
  readonly productivity: number;
  readonly maxTurbined: number;
  /** Mean inflow of a month of the year (0 is January) and its relative deviation, m³/s. */
  inflow(month: number): number;
  readonly inflowVariation: number;
}

export interface ThermalPlant {
  readonly name: string;
  readonly bus?: number;
  readonly cost: number;
  readonly max: number;
}

export interface Region {
  readonly name: string;
  /** Mean load of a month of the year, MW. */
  load(month: number): number;
  readonly loadVariation: number;
}

export interface Link {
  readonly from: number;
  readonly to: number;
  readonly direct: number;
  readonly reverse: number;
}

export interface Study {
  readonly months: number;
  readonly openings: number;
  readonly forwardPasses: number;
  readonly iterations: number;
  readonly scenarios: number;
  readonly regions: readonly Region[];
  readonly links?: readonly Link[];
  readonly plants: readonly Plant[];
  readonly thermals: readonly ThermalPlant[];
  /** Files beyond those every study has. */
  readonly more?: readonly TemplateFile[];
}

/** The files of a study, in today's form of the format. */
export function studyFiles(study: Study): readonly TemplateFile[] {
  const stages = monthlyStages(study.months, study.openings);
  return [
    jsonFile('config.json', configOf(study)),
    jsonFile('stages.json', { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.08 }, stages }),
    jsonFile('penalties.json', penalties),
    jsonFile('initial_conditions.json', {
      storage: study.plants.map(({ storage }, id) => ({ hydro_id: id, value_hm3: storage.initial })),
      filling_storage: [],
    }),
    jsonFile('system/buses.json', { buses: study.regions.map(({ name }, id) => ({ id, name, ...dated })) }),
    jsonFile('system/lines.json', { lines: (study.links ?? []).map((link, id) => lineOf(link, id, study.regions)) }),
    jsonFile('system/hydros.json', { hydros: study.plants.map(hydroOf) }),
    jsonFile('system/hydro_production_models.json', { production_models: study.plants.map(modelOf) }),
    jsonFile('system/thermals.json', { thermals: study.thermals.map(thermalOf) }),
    { path: 'scenarios/inflow_seasonal_stats.parquet', content: inflowStats(study, stages) },
    { path: 'scenarios/load_seasonal_stats.parquet', content: loadStats(study, stages) },
    ...(study.more ?? []),
  ];
}

function configOf({ forwardPasses, iterations, scenarios }: Study): object {
  return {
    training: {
      tree_seed: 42,
      selection: { method: 'sampled', forward_passes: forwardPasses },
      stopping_rules: [
        { type: 'iteration_limit', limit: iterations },
        { type: 'bound_stalling', iterations: 10, tolerance: 0.0005 },
      ],
    },
    simulation: { enabled: true, selection: { method: 'sampled', num_scenarios: scenarios } },
    modeling: { inflow_non_negativity: { method: 'truncation' } },
  };
}

function lineOf({ from, to, direct, reverse }: Link, id: number, regions: readonly Region[]): object {
  return {
    id,
    name: `${regions[from]?.name} to ${regions[to]?.name}`,
    ...dated,
    source_bus_id: from,
    target_bus_id: to,
    capacity: { direct_mw: direct, reverse_mw: reverse },
  };
}

function hydroOf({ name, bus = 0, downstream, storage, productivity, maxTurbined }: Plant, id: number): object {
  const limits = {
    min_turbined_m3s: 0,
    max_turbined_m3s: maxTurbined,
    min_generation_mw: 0,
    max_generation_mw: Math.round(productivity * maxTurbined * 100) / 100,
  };
  return {
    id,
    name,
    ...dated,
    downstream_id: downstream ?? null,
    reservoir: { min_storage_hm3: 0, max_storage_hm3: storage.max },
    outflow: { min_outflow_m3s: 0, max_outflow_m3s: null },
    generation: { model: 'constant_productivity', ...limits },
    unit_groups: [{ id: 0, name, bus_id: bus, ...limits }],
  };
}

function modelOf({ productivity }: Plant, id: number): object {
  const range = { start_stage_id: 0, end_stage_id: null, model: 'constant_productivity' };
  return {
    hydro_id: id,
    selection_mode: 'stage_ranges',
    stage_ranges: [{ ...range, productivity_mw_per_m3s: productivity }],
  };
}

function thermalOf({ name, bus = 0, cost, max }: ThermalPlant, id: number): object {
  return { id, name, ...dated, bus_id: bus, cost_per_mwh: cost, generation: { min_mw: 0, max_mw: max } };
}

function inflowStats({ plants }: Study, stages: readonly MonthlyStage[]): Uint8Array {
  return parquetOfRows(
    tableSchema('hydro_id:int32', 'stage_id:int32', 'mean_m3s:double', 'std_m3s:double'),
    plants.flatMap(({ inflow, inflowVariation }, hydro_id) =>
      stages.map(({ id }) => {
        const mean = inflow(id % 12);
        return { hydro_id, stage_id: id, mean_m3s: mean, std_m3s: mean * inflowVariation };
      }),
    ),
  );
}

function loadStats({ regions }: Study, stages: readonly MonthlyStage[]): Uint8Array {
  return parquetOfRows(
    tableSchema('bus_id:int32', 'stage_id:int32', 'mean_mw:double', 'std_mw:double'),
    regions.flatMap(({ load, loadVariation }, bus_id) =>
      stages.map(({ id }) => {
        const mean = load(id % 12);
        return { bus_id, stage_id: id, mean_mw: mean, std_mw: mean * loadVariation };
      }),
    ),
  );
}

/** A year that swings around `mean` and is highest in month `peak`; rounded, so that files stay readable. */
export function seasonal(mean: number, swing: number, peak: number): (month: number) => number {
  return (month) => Math.round(mean * (1 + swing * Math.cos((2 * Math.PI * (month - peak)) / 12)) * 100) / 100;
}
