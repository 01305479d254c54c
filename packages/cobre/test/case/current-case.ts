import { type CaseContents, penalties, singleBlock, writeFiles } from './write-case.js';

/** The small case of `write-case.ts` as it is written today, with the same optimum where turbined water is free. */

const dated = { operational_start_date: '2000-01-01' };

export function currentStage(id: number, changes: object = {}): Record<string, unknown> {
  const month = (index: number): string => new Date(Date.UTC(2024, index, 1)).toISOString().slice(0, 10);
  return { id, start_date: month(id), end_date: month(id + 1), blocks: singleBlock, num_openings: 1, ...changes };
}

export function unitGroup(changes: object = {}): Record<string, unknown> {
  return {
    id: 0,
    name: 'Units',
    bus_id: 0,
    min_turbined_m3s: 0,
    max_turbined_m3s: 50,
    min_generation_mw: 0,
    max_generation_mw: 50,
    ...changes,
  };
}

export function currentHydro(id: number | string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { generation, reservoir, outflow, ...rest } = changes;
  return {
    id,
    name: `Hydro ${id}`,
    ...dated,
    downstream_id: null,
    reservoir: { min_storage_hm3: 0, max_storage_hm3: 100, ...(reservoir as object | undefined) },
    outflow: { min_outflow_m3s: 0, max_outflow_m3s: null, ...(outflow as object | undefined) },
    generation: {
      model: 'constant_productivity',
      min_turbined_m3s: 0,
      max_turbined_m3s: 50,
      min_generation_mw: 0,
      max_generation_mw: 50,
      ...(generation as object | undefined),
    },
    unit_groups: [unitGroup()],
    ...rest,
  };
}

/** One productivity for all stages. */
export function productionModel(id: number | string, productivity = 1): Record<string, unknown> {
  const range = { start_stage_id: 0, end_stage_id: null, model: 'constant_productivity' };
  return {
    hydro_id: id,
    selection_mode: 'stage_ranges',
    stage_ranges: [{ ...range, productivity_mw_per_m3s: productivity }],
  };
}

export function currentThermal(id: number | string, cost: number, maxMw: number, changes: object = {}): object {
  return {
    id,
    name: `Thermal ${id}`,
    ...dated,
    bus_id: 0,
    cost_per_mwh: cost,
    generation: { min_mw: 0, max_mw: maxMw },
    ...changes,
  };
}

const { fpha_turbined_cost: _renamed, ...hydroCosts } = penalties.hydro;

export const currentPenalties = { ...penalties, hydro: { ...hydroCosts, turbined_cost: 0 } };

export function smallCurrentCase(): CaseContents {
  return structuredClone({
    'config.json': {
      training: {
        selection: { method: 'sampled', forward_passes: 1 },
        stopping_rules: [{ type: 'iteration_limit', limit: 20 }],
      },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'penalties.json': currentPenalties,
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [currentStage(0), currentStage(1)],
    },
    'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 50 }], filling_storage: [] },
    'system/buses.json': { buses: [{ id: 0, name: 'Bus 0', ...dated }] },
    'system/lines.json': { lines: [] },
    'system/hydros.json': { hydros: [currentHydro(0)] },
    'system/hydro_production_models.json': { production_models: [productionModel(0)] },
    'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 30, 60)] },
    'scenarios/inflow_seasonal_stats.parquet': [
      { hydro_id: 0, stage_id: 0, mean_m3s: 20, std_m3s: 0 },
      { hydro_id: 0, stage_id: 1, mean_m3s: 10, std_m3s: 0 },
    ],
    'scenarios/load_seasonal_stats.parquet': [
      { bus_id: 0, stage_id: 0, mean_mw: 80, std_mw: 0 },
      { bus_id: 0, stage_id: 1, mean_mw: 80, std_mw: 0 },
    ],
  });
}

/** Writes the small current case with the given files replaced, added or (null) left out. */
export async function writeCurrentCase(dir: string, overrides: CaseContents = {}): Promise<string> {
  await writeFiles(dir, { ...smallCurrentCase(), ...overrides });
  return dir;
}
