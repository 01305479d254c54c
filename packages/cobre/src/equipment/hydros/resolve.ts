import type { Horizon, Stage } from '../../case/horizon.js';
import type { EntityId } from '../../case/identity.js';
import { dayOf } from '../../case/read/calendar.js';
import type { RawCase } from '../../case/registry.js';
import { blockBounds } from '../../case/resolve/block-bounds.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import { overridesBy, rowsByEntity } from '../../case/resolve/overrides.js';
import { conventionsIn } from '../../case/resolve/settings.js';
import type {
  Evaporation,
  GeometryPoint,
  HydraulicLosses,
  Hydro,
  HydroAtStage,
  HydroState,
  PastInflows,
  RecentObservation,
  Tailrace,
  TailraceSegment,
} from './entity.js';
import { fillingTargets } from './filling.js';
import { withBackwater } from './fpha/backwater.js';
import { limitsOf, unitGroups } from './limits.js';
import { resolveHydroPenalties } from './penalties.js';
import { energyProductivity, productionModels } from './production.js';
import type { HydroEntry } from './schema.js';
import { journeys, withTransit } from './travel/transit.js';

export function resolveHydros(context: ResolveContext): Hydro[] {
  const { raw, horizon, registries } = context;
  const entries = canonical(raw.hydros.hydros);
  const indexOf = registries.hydros.indexOf;
  const downstream = entries.map((hydro) => optionalIndex(hydro.downstream_id, indexOf));
  const geometry = rowsByEntity(raw.hydroGeometry, registries.hydros, (row) => row.hydro_id);
  const curves = rowsByEntity(raw.tailraceCurves, registries.hydros, (row) => row.hydro_id);
  const groups = unitGroups(context);
  const resolveAt = hydroAtStage(context);
  const hydros = entries.map((hydro, index) => ({
    id: hydro.id,
    index,
    name: hydro.name,
    ...lifetimeOf(hydro),
    busIndex: registries.buses.indexOf(hydro.bus_id) ?? -1,
    unitGroups: groups(hydro, index),
    travelTimeHours: hydro.travel_time_hours ?? 0,
    pastDefluences: windowsOf(context, raw.initialConditions.past_defluences, index),
    specificProductivity: hydro.specific_productivity_mw_per_m3s_per_m ?? null,
    tailraceCurves: (curves.get(index) ?? []).map(segmentOf),
    downstreamIndex: downstream[index] ?? null,
    journey: journeys(context, hydro.travel_time_hours ?? 0),
    transit: null,
    upstreamIndexes: downstream.flatMap((target, upstream) => (target === index ? [upstream] : [])),
    diversion: hydro.diversion ? { targetIndex: optionalIndex(hydro.diversion.downstream_id, indexOf) } : null,
    tailrace: tailraceOf(hydro),
    hydraulicLosses: lossesOf(hydro),
    efficiency: hydro.efficiency?.value ?? null,
    geometry: geometryOf(geometry.get(index) ?? []),
    reservoirHm3: [hydro.reservoir.min_storage_hm3, hydro.reservoir.max_storage_hm3] as const,
    filling: hydro.filling ? { startStageId: hydro.filling.start_stage_id } : null,
    initialStorageHm3: initialStorage(context, index),
    pastInflows: pastInflowsOf(context, index),
    recentObservations: windowsOf(context, raw.initialConditions.recent_observations, index),
    at: horizon.stages.map((stage) => resolveAt(hydro, index, stage)),
  }));
  return withBackwater(withTransit(context, hydros));
}

type CurveRow = NonNullable<RawCase['tailraceCurves']>[number];

function segmentOf(row: CurveRow): TailraceSegment {
  return {
    familyId: row.family_id,
    downstreamLevelM: row.href_jus_m,
    segmentId: row.segment_id,
    fromM3s: row.q_jus_inf_m3s,
    toM3s: row.q_jus_sup_m3s,
    coefficients: [row.a_cf0, row.a_cf1, row.a_cf2, row.a_cf3, row.a_cf4],
  };
}

function optionalIndex(
  id: HydroEntry['downstream_id'],
  indexOf: ResolveContext['registries']['hydros']['indexOf'],
): number | null {
  return id === null || id === undefined ? null : (indexOf(id) ?? null);
}

function hydroAtStage(context: ResolveContext): (hydro: HydroEntry, index: number, stage: Stage) => HydroAtStage {
  const { raw, registries } = context;
  const bounds = blockBounds(raw, raw.hydroBounds, registries.hydros, (row) => row.hydro_id);
  const energy = energyProductivity(context);
  const target = fillingTargets(context);
  const penalties = overridesBy(raw.penaltyOverridesHydro, registries.hydros, (row) => row.hydro_id);
  const production = productionModels(context);
  return (hydro, index, stage) => {
    const limit = bounds.at(index, stage.id);
    const state = stateAt(hydro, stage);
    return {
      state,
      ...limitsOf(hydro, limit),
      inBlock: stage.blocks.map((_, block) => limitsOf(hydro, bounds.inBlock(index, stage.id, block))),
      fillingTargetHm3: state === 'filling' ? target(hydro, index, stage) : 0,
      energy: energy(index, stage.id),
      downstreamLevelM: null,
      referenceVolume: production.referenceVolume(index, stage),
      minStorageHm3: limit.min_storage_hm3 ?? hydro.reservoir.min_storage_hm3,
      maxStorageHm3: limit.max_storage_hm3 ?? hydro.reservoir.max_storage_hm3,
      withdrawalM3s: limit.water_withdrawal_m3s ?? 0,
      production: production.at(hydro, index, stage),
      evaporation: evaporationAt(hydro, stage, context),
      penalties: resolveHydroPenalties(raw, hydro.penalties, penalties.at(index, stage.id)),
    };
  };
}

function stateAt(hydro: HydroEntry, stage: Stage): HydroState {
  if (existsAt(lifetimeOf(hydro), stage)) return 'operating';
  const entry = hydro.entry_stage_id ?? null;
  const fills = hydro.filling && entry !== null && stage.id >= hydro.filling.start_stage_id && stage.id < entry;
  return fills ? 'filling' : 'absent';
}

function evaporationAt(hydro: HydroEntry, stage: Stage, { raw, horizon }: ResolveContext): Evaporation | null {
  if (!hydro.evaporation) return null;
  const { evaporationByMonth } = conventionsIn(raw);
  const month = evaporationByMonth ? stage.startMonth - 1 : calendarMonth(stage, horizon);
  const { min_storage_hm3: low, max_storage_hm3: high } = hydro.reservoir;
  return {
    coefficientMm: hydro.evaporation.coefficients_mm[month] ?? 0,
    referenceVolumeHm3: hydro.evaporation.reference_volumes_hm3?.[month] ?? (low + high) / 2,
    hours: evaporationByMonth ? 24 * daysInMonth(stage) : stage.hours,
  };
}

function daysInMonth({ startYear, startMonth }: Stage): number {
  return new Date(Date.UTC(startYear, startMonth, 0)).getUTCDate();
}

/** 0 to 11: where the season starts; without definitions the season id itself, else the month the stage starts in. */
function calendarMonth(stage: Stage, { seasons }: Horizon): number {
  if (stage.seasonId === null) return stage.startMonth - 1;
  const season = seasons?.seasons.find((candidate) => candidate.id === stage.seasonId);
  if (season !== undefined) return season.monthStart - 1;
  return stage.seasonId < 12 ? stage.seasonId : stage.startMonth - 1;
}

function tailraceOf({ tailrace }: HydroEntry): Tailrace | null {
  if (!tailrace) return null;
  if (tailrace.type === 'polynomial') return tailrace;
  const points = tailrace.points.map((point) => ({ outflowM3s: point.outflow_m3s, heightM: point.height_m }));
  return { type: 'piecewise', points: points.sort((a, b) => a.outflowM3s - b.outflowM3s) };
}

function lossesOf({ hydraulic_losses: losses }: HydroEntry): HydraulicLosses | null {
  if (!losses) return null;
  return losses.type === 'factor' ? losses : { type: 'constant', valueM: losses.value_m };
}

function geometryOf(rows: NonNullable<RawCase['hydroGeometry']>): GeometryPoint[] {
  return rows
    .map((row) => ({ volumeHm3: row.volume_hm3, heightM: row.height_m, areaKm2: row.area_km2 }))
    .sort((a, b) => a.volumeHm3 - b.volumeHm3);
}

function initialStorage({ raw, registries }: ResolveContext, index: number): number {
  const { storage, filling_storage: filling } = raw.initialConditions;
  const entry = [...storage, ...filling].find((row) => registries.hydros.indexOf(row.hydro_id) === index);
  return entry?.value_hm3 ?? 0;
}

function pastInflowsOf({ raw, registries }: ResolveContext, index: number): PastInflows {
  const past = raw.initialConditions.past_inflows ?? [];
  const entry = past.find((row) => registries.hydros.indexOf(row.hydro_id) === index);
  return { valuesM3s: entry?.values_m3s ?? [], seasonIds: entry?.season_ids ?? null };
}

interface Window {
  readonly hydro_id: EntityId;
  readonly start_date: string;
  readonly end_date: string;
  readonly value_m3s: number;
}

function windowsOf(
  { registries }: ResolveContext,
  windows: readonly Window[] | null | undefined,
  index: number,
): RecentObservation[] {
  return (windows ?? [])
    .filter((row) => registries.hydros.indexOf(row.hydro_id) === index)
    .map((row) => ({
      startDay: dayOf(row.start_date) ?? 0,
      endDay: dayOf(row.end_date) ?? 0,
      valueM3s: row.value_m3s,
    }))
    .sort((a, b) => a.startDay - b.startDay);
}
