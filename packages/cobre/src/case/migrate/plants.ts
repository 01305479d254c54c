import { choiceAt } from '../../equipment/hydros/production.js';
import type { HydroEntry } from '../../equipment/hydros/schema.js';
import type { RawCase } from '../registry.js';
import { given } from './config.js';
import type { MigrationOptions, Notes } from './note.js';

export const date = { operational_start_date: '2000-01-01' };
const file = 'system/hydros.json';

/** Step 5: the price of turbined water under its new name, and the price of missing inflow where it now belongs. */
export function migratePenalties(raw: RawCase, options: MigrationOptions, notes: Notes): object {
  const { hydro, ...others } = raw.penalties;
  const { fpha_turbined_cost: turbined_cost, ...costs } = hydro;
  const moved = raw.config.modeling?.inflow_non_negativity?.penalty_cost;
  const inflow = costs.inflow_nonnegativity_cost ?? moved;
  const constant = raw.hydros.hydros.some((plant) => usesConstant(raw, plant));
  if (turbined_cost > 0 && constant && !options.freeTurbinedWater) {
    const text = `${turbined_cost} is now paid at every plant, not only where production is a function; --free-turbined-water keeps it free elsewhere`;
    notes.add('meaning', ['penalties.json', null, 'hydro.turbined_cost'], text);
  }
  return { ...others, hydro: { ...costs, ...given({ inflow_nonnegativity_cost: inflow }), turbined_cost } };
}

/** Step 6: productivity moves out, the bus into units, everything gets a date. */
export function migrateHydros(raw: RawCase, options: MigrationOptions, notes: Notes): object {
  return { hydros: raw.hydros.hydros.map((plant) => migrateHydro(raw, plant, options, notes)) };
}

function migrateHydro(raw: RawCase, plant: HydroEntry, options: MigrationOptions, notes: Notes): object {
  const { bus_id, generation, filling, penalties, ...rest } = plant;
  const { productivity_mw_per_m3s: _moved, ...limits } = generation;
  const { model: _own, ...bounds } = limits;
  if (filling) {
    const text = 'was without effect and is now the least that the reservoir should gain while it fills';
    notes.add('meaning', [file, plant.id, 'filling.filling_min_rate_m3s'], text);
  }
  if (plant.evaporation)
    notes.add(
      'meaning',
      [file, plant.id, 'evaporation'],
      'is spread over the hours of the calendar month, no longer over those of the stage',
    );
  if (plant.diversion)
    notes.add('meaning', [file, plant.id, 'outflow'], 'limits of the outflow no longer count diverted water');
  if (withdrawn(raw, plant))
    notes.add('meaning', ['constraints/hydro_bounds.parquet', plant.id, 'water_withdrawal_m3s'], cannotTurn);
  const { fpha_turbined_cost, ...costs } = penalties ?? {};
  const free = options.freeTurbinedWater && usesConstant(raw, plant);
  const own = { ...costs, ...given({ turbined_cost: free ? 0 : fpha_turbined_cost }) };
  return {
    ...rest,
    ...date,
    generation: limits,
    unit_groups: [{ id: 0, name: plant.name, bus_id, ...bounds }],
    ...given({
      filling: filling && {
        start_stage_id: filling.start_stage_id,
        filling_min_rate_m3s: filling.filling_inflow_m3s ?? 0,
      },
      penalties: Object.keys(own).length > 0 ? own : undefined,
    }),
  };
}

const cannotTurn = 'what is not withdrawn is at most what was owed: withdrawal no longer turns into supply';

function withdrawn(raw: RawCase, { id }: HydroEntry): boolean {
  const own = (raw.hydroBounds ?? []).filter(({ hydro_id }) => String(hydro_id) === String(id));
  return own.some(({ water_withdrawal_m3s: flow }) => (flow ?? 0) !== 0);
}

function usesConstant(raw: RawCase, plant: HydroEntry): boolean {
  return choicesOf(raw, plant).some((choice) => (choice?.model ?? plant.generation.model) !== 'fpha');
}

/** Step 8: every plant has a model in every stage, with its productivity beside it where it is constant. */
export function migrateProduction(raw: RawCase): object {
  const ids = raw.stages.stages.map(({ id }) => id).sort((a, b) => a - b);
  return {
    production_models: raw.hydros.hydros.map((plant) => ({
      hydro_id: plant.id,
      selection_mode: 'stage_ranges',
      stage_ranges: joined(choicesOf(raw, plant).map((choice, k) => ({ stage: ids[k]!, said: saidOf(plant, choice) }))),
    })),
  };
}

function saidOf(plant: HydroEntry, choice: ReturnType<typeof choiceAt>): object {
  const model = choice?.model ?? plant.generation.model;
  const config = choice?.fpha_config ?? undefined;
  if (model === 'fpha') return { model, ...given({ fpha_config: config ?? { source: 'precomputed' } }) };
  const productivity = choice?.productivity_override ?? plant.generation.productivity_mw_per_m3s ?? 0;
  return { model, productivity_mw_per_m3s: productivity };
}

/** Ranges of consecutive stages that say the same; the last one has no end. */
function joined(list: readonly { stage: number; said: object }[]): object[] {
  const ranges: { start_stage_id: number; end_stage_id: number | null; said: object }[] = [];
  for (const { stage, said } of list) {
    const last = ranges.at(-1);
    if (last && JSON.stringify(last.said) === JSON.stringify(said)) last.end_stage_id = stage;
    else ranges.push({ start_stage_id: stage, end_stage_id: stage, said });
  }
  if (ranges.length > 0) ranges.at(-1)!.end_stage_id = null;
  return ranges.map(({ said, ...range }) => ({ ...range, ...said }));
}

/** Step 14: a plant with planes needs an equivalent productivity, because nothing else gives one. */
export function energyProductivities(raw: RawCase, notes: Notes): Record<string, unknown>[] {
  return raw.hydros.hydros.flatMap((plant) => {
    const choices = choicesOf(raw, plant).filter((choice) => (choice?.model ?? plant.generation.model) === 'fpha');
    if (choices.length === 0) return [];
    if (choices.some((choice) => choice?.fpha_config?.source === 'computed')) {
      const text = 'computed planes are now facets of the convex hull of the production function';
      notes.add('meaning', ['system/hydro_production_models.json', plant.id, 'fpha_config'], text);
    }
    const { max_generation_mw: power, max_turbined_m3s: flow, productivity_mw_per_m3s: own } = plant.generation;
    const productivity = own ?? (flow > 0 ? power / flow : 1);
    const origin = own ? 'the productivity it had' : 'its largest generation by its largest flow';
    const place = ['system/hydro_energy_productivity.parquet', plant.id, 'equivalent_productivity_mw_per_m3s'] as const;
    notes.add('added', place, `${productivity} MW per m3/s, for stored energy: ${origin}`);
    return [{ hydro_id: plant.id, stage_id: null, equivalent_productivity_mw_per_m3s: productivity }];
  });
}

/** What the production models say about a plant, stage by stage; undefined where they are silent. */
function choicesOf(raw: RawCase, plant: HydroEntry): readonly ReturnType<typeof choiceAt>[] {
  const entry = raw.productionModels?.production_models.find(({ hydro_id }) => String(hydro_id) === String(plant.id));
  const stages = [...raw.stages.stages].sort((a, b) => a.id - b.id);
  return stages.map((stage) => entry && choiceAt(entry, { id: stage.id, seasonId: stage.season_id ?? null }));
}
