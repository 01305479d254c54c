import {
  type CaseContents,
  hydroEntry,
  monthEntry,
  penalties,
  smallCase,
  thermalEntry,
  writeFiles,
} from './write-case.js';

/** The small case of `write-case.ts` as it is written today, with the same optimum where turbined water is free. */

const dated = { operational_start_date: '2000-01-01' };

export function currentStage(id: number, changes: object = {}): Record<string, unknown> {
  return { ...monthEntry(id), num_openings: 1, ...changes };
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
  const { bus_id, generation, ...plant } = hydroEntry(id, changes);
  const { productivity_mw_per_m3s, ...units } = generation as Record<string, unknown>;
  return { unit_groups: [unitGroup()], ...dated, ...plant, generation: units };
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
  return thermalEntry(id, cost, maxMw, { ...dated, ...changes });
}

const { fpha_turbined_cost: _renamed, ...hydroCosts } = penalties.hydro;

export const currentPenalties = { ...penalties, hydro: { ...hydroCosts, turbined_cost: 0 } };

export function smallCurrentCase(): CaseContents {
  const old = smallCase();
  return {
    ...old,
    ...structuredClone({
      'config.json': {
        ...(old['config.json'] as object),
        training: {
          selection: { method: 'sampled', forward_passes: 1 },
          stopping_rules: [{ type: 'iteration_limit', limit: 20 }],
        },
      },
      'penalties.json': currentPenalties,
      'stages.json': { ...(old['stages.json'] as object), stages: [currentStage(0), currentStage(1)] },
      'system/buses.json': { buses: [{ id: 0, name: 'Bus 0', ...dated }] },
      'system/hydros.json': { hydros: [currentHydro(0)] },
      'system/hydro_production_models.json': { production_models: [productionModel(0)] },
      'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 30, 60)] },
    }),
  };
}

/** Writes the small current case with the given files replaced, added or (null) left out. */
export async function writeCurrentCase(dir: string, overrides: CaseContents = {}): Promise<string> {
  await writeFiles(dir, { ...smallCurrentCase(), ...overrides });
  return dir;
}
