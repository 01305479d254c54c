/** hydros.json and the tables about hydro plants, plant by plant. */
import { type Plant, storageOf } from '../deck/plants.js';
import { productivity } from '../energies/productivity.js';
import { hoursIn, type Month } from '../readers/month.js';
import { busIds, date } from './buses.js';
import type { River, StudyPlant } from './cascade.js';
import { curvesOf, geometryOf } from './geometry.js';
import { limitsAt, type MonthLimits } from './hydro-limits.js';
import { type Study, stageOf } from './study.js';
import { hm3PerFlowHour } from './water.js';

export function hydroFiles(study: Study, river: River) {
  const limits = new Map(
    river.plants.map((entry) => [entry.id, study.months.map((month) => limitsAt(study, entry, month))]),
  );
  for (const { plant } of river.plants) useRegister(study, plant);
  return {
    hydros: river.plants.map((entry) => hydroOf(study, river, entry, limits.get(entry.id)!)),
    bounds: river.plants.flatMap((entry) => boundsOf(entry, limits.get(entry.id)!)),
    production: river.plants.map((entry) => productionOf(study, entry, limits.get(entry.id)!)),
    geometry: river.plants.flatMap((entry) => geometryOf(study, entry)),
  };
}

/** Changes without a date are in the register already. */
function useRegister({ usage }: Study, { modifications, expansion }: Plant): void {
  for (const change of modifications) {
    if (change.keyword === 'NUMBAS') usage.ignore(change, 'base units have no place in a case');
    else if (change.keyword === 'VMINP')
      usage.ignore(change, 'operational minima (VMINP) are off (DGER, line 43), or have no month of the study');
    else if (change.date === null) usage.use(change);
  }
  usage.use(expansion, ...(expansion?.machines ?? []));
}

function hydroOf(
  study: Study,
  river: River,
  { id, name, plant, downstream, entry, filling }: StudyPlant,
  limits: readonly MonthLimits[],
) {
  const { min, max } = storageOf(plant);
  const first = limits[0]!;
  const most = {
    min_turbined_m3s: 0,
    max_turbined_m3s: Math.max(...limits.map(({ maxTurbined }) => maxTurbined)),
    min_generation_mw: 0,
    max_generation_mw: Math.max(...limits.map(({ maxGeneration }) => maxGeneration)),
  };
  const hasEvaporation = plant.register.evaporation.some((mm) => mm !== 0);
  return {
    id,
    name,
    ...date,
    downstream_id: downstream,
    entry_stage_id: entry === null ? null : stageOf(study, entry),
    exit_stage_id: null,
    ...(filling === null || entry === null ? {} : { filling: fillingOf(study, plant, filling, entry) }),
    ...diversionOf(study, river, plant),
    reservoir: { min_storage_hm3: min, max_storage_hm3: max },
    outflow: { min_outflow_m3s: first.minOutflow, max_outflow_m3s: null },
    generation: { model: modelOf(study, plant), ...most },
    unit_groups: [{ id: 0, name, bus_id: busIds(study).get(plant.subsystem)!, ...most }],
    ...(plant.register.specificProductivity > 0
      ? { specific_productivity_mw_per_m3s_per_m: plant.register.specificProductivity }
      : {}),
    ...(hasEvaporation ? { evaporation: { coefficients_mm: plant.register.evaporation } } : {}),
    ...(modelOf(study, plant) === 'fpha' ? curvesOf(plant) : {}),
  };
}

/** The dead volume fills evenly over its months, as the official program counts it; all of it at once would dry the river. */
function fillingOf(study: Study, plant: Plant, start: Month, entry: Month) {
  const missing = (1 - (plant.expansion?.filling?.filled ?? 0) / 100) * storageOf(plant).min;
  const hours = Array.from({ length: entry - start }, (_, k) => hoursIn(start + k));
  const flow = missing / (hm3PerFlowHour * hours.reduce((sum, each) => sum + each, 0));
  return { start_stage_id: stageOf(study, start), filling_min_rate_m3s: flow };
}

/** A channel that leads water past the river to another plant, or out of the study when that plant is not in it. */
function diversionOf({ usage }: Study, { byCode }: River, { name, modifications }: Plant) {
  const channel = modifications.findLast(({ keyword }) => keyword === 'CDESVIO');
  if (channel === undefined) return {};
  const target = byCode.get(channel.index ?? 0);
  if (target === undefined)
    usage.warn('diversion', `The channel of ${name} ends at plant ${channel.index}, which the study does not have`, {
      ...{ origin: channel.origin, entity: name },
    });
  return { diversion: { downstream_id: target?.id ?? null, max_flow_m3s: Math.max(0, channel.values[0] ?? 0) } };
}

/** Planes are fitted where there is something to generate with. */
function modelOf({ options, months }: Study, plant: Plant): 'fpha' | 'constant_productivity' {
  const hasMachines = plant.register.machines.some((count) => count > 0) && productivity(plant, months[0]!) > 0;
  return options.production === 'fpha' && hasMachines ? 'fpha' : 'constant_productivity';
}

/** A row for every month in which a limit differs from that of the plant, and rows of blocks that have their own. */
function boundsOf({ id, plant }: StudyPlant, limits: readonly MonthLimits[]) {
  const most = (of: (limits: MonthLimits) => number) => Math.max(...limits.map(of));
  const [turbined, generation] = [most(({ maxTurbined }) => maxTurbined), most(({ maxGeneration }) => maxGeneration)];
  const different = (value: number | null, standard: number | null) => (value === standard ? null : value);
  const { min, max } = storageOf(plant);
  return limits.flatMap((at, stage_id) => {
    const whole = {
      max_turbined_m3s: different(at.maxTurbined, turbined),
      min_turbined_m3s: different(at.minTurbined, 0),
      min_storage_hm3: different(at.minStorage, min),
      max_storage_hm3: different(at.maxStorage, max),
      min_outflow_m3s: different(at.minOutflow, limits[0]!.minOutflow),
      max_outflow_m3s: at.maxOutflow,
      min_generation_mw: different(at.minGeneration, 0),
      max_generation_mw: different(at.maxGeneration, generation),
      water_withdrawal_m3s: different(at.withdrawal, 0),
    };
    const blocks = at.blocks.map(({ block, maxTurbined, minTurbined, minGeneration }) => ({
      ...{ hydro_id: id, stage_id, block_id: block, max_turbined_m3s: maxTurbined ?? null },
      ...{ min_turbined_m3s: minTurbined ?? null, min_generation_mw: minGeneration ?? null },
    }));
    const says = Object.values(whole).some((value) => value !== null);
    return [...(says ? [{ hydro_id: id, stage_id, block_id: null, ...whole }] : []), ...blocks];
  });
}

/** Productivity changes with dated levels: one range for every stretch of months in which it is the same. */
function productionOf(study: Study, { id, plant }: StudyPlant, limits: readonly MonthLimits[]) {
  const model = modelOf(study, plant);
  const starts = limits.flatMap(({ productivity: own }, stage) =>
    stage > 0 && limits[stage - 1]!.productivity === own ? [] : [stage],
  );
  const ranges = starts.map((start, k) => ({
    start_stage_id: start,
    end_stage_id: k + 1 < starts.length ? starts[k + 1]! - 1 : null,
    model,
    ...(model === 'fpha'
      ? { fpha_config: { source: 'computed' } }
      : { productivity_mw_per_m3s: limits[start]!.productivity }),
  }));
  return {
    hydro_id: id,
    selection_mode: 'stage_ranges',
    stage_ranges: model === 'fpha' ? [{ ...ranges[0]!, end_stage_id: null }] : ranges,
  };
}
