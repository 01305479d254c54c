import { conventionsOf } from '../../case/generation/conventions.js';
import type { Stage } from '../../case/horizon.js';
import type { ResolveContext } from '../../case/resolve/context.js';
import { rowsByEntity } from '../../case/resolve/overrides.js';
import type { EnergyProductivity, FphaFit, FphaPlane, HullFit, HydroAtStage, Production } from './entity.js';
import type { FphaConfigEntry, HydroEntry, ProductionModelEntry } from './schema.js';

/** Production models of all hydros, by hydro index and stage. */
export interface ProductionModels {
  at(hydro: HydroEntry, index: number, stage: Stage): Production;
  referenceVolume(index: number, stage: Stage): HydroAtStage['referenceVolume'];
}

interface Choice {
  readonly model: HydroEntry['generation']['model'];
  readonly fpha_config?: FphaConfigEntry | null | undefined;
  readonly productivity_override?: number | null | undefined;
  readonly reference_volume?:
    | { readonly volume_hm3?: number | null | undefined; readonly percentile?: number | null | undefined }
    | null
    | undefined;
}

export function productionModels(context: ResolveContext): ProductionModels {
  const { raw, registries } = context;
  const energy = energyProductivity(context);
  const entries = new Map<number, ProductionModelEntry>();
  for (const entry of raw.productionModels?.production_models ?? []) {
    const index = registries.hydros.indexOf(entry.hydro_id);
    if (index !== undefined) entries.set(index, entry);
  }
  const planes = new Map<number, { stageId: number | null; plane: FphaPlane }[]>();
  for (const row of raw.fphaHyperplanes ?? []) {
    const index = registries.hydros.indexOf(row.hydro_id);
    if (index === undefined) continue;
    const plane = {
      planeId: row.plane_id,
      gamma0: row.gamma_0,
      gammaV: row.gamma_v,
      gammaQ: row.gamma_q,
      gammaS: row.gamma_s,
      kappa: row.kappa ?? 1,
    };
    planes.set(index, [...(planes.get(index) ?? []), { stageId: row.stage_id, plane }]);
  }
  const planesAt = (index: number, stage: Stage): FphaPlane[] =>
    (planes.get(index) ?? [])
      .filter(({ stageId }) => stageId === null || stageId === stage.id)
      .map(({ plane }) => plane)
      .sort((a, b) => a.planeId - b.planeId);
  return {
    at(hydro, index, stage) {
      const entry = entries.get(index);
      const choice = (entry && choiceAt(entry, stage)) ?? { model: hydro.generation.model };
      if (choice.model !== 'fpha') {
        const own = hydro.generation.productivity_mw_per_m3s ?? energy(index, stage.id)?.equivalentMwPerM3s;
        return { model: 'constant_productivity', productivityMwPerM3s: choice.productivity_override ?? own ?? 0 };
      }
      if (choice.fpha_config?.source === 'computed') {
        return {
          model: 'fpha',
          source: 'computed',
          fit: { ...fitOf(hydro, choice.fpha_config), hull: hullOf(context, hydro, index, choice.fpha_config) },
        };
      }
      return { model: 'fpha', source: 'precomputed', planes: planesAt(index, stage) };
    },
    referenceVolume(index, stage) {
      const entry = entries.get(index);
      const given = entry && choiceAt(entry, stage)?.reference_volume;
      if (typeof given?.volume_hm3 === 'number') return { volumeHm3: given.volume_hm3 };
      return typeof given?.percentile === 'number' ? { fraction: given.percentile } : null;
    },
  };
}

/** What the table of productivities says; a row of the stage before one for all stages. */
export function energyProductivity({ raw, registries }: ResolveContext) {
  const byHydro = rowsByEntity(raw.hydroEnergyProductivity, registries.hydros, (row) => row.hydro_id);
  return (index: number, stageId: number): EnergyProductivity | null => {
    const rows = byHydro.get(index) ?? [];
    const row = rows.find(({ stage_id }) => stage_id === stageId) ?? rows.find(({ stage_id }) => stage_id === null);
    if (row === undefined) return null;
    return {
      equivalentMwPerM3s: row.equivalent_productivity_mw_per_m3s,
      referenceOutflowM3s: row.reference_outflow_m3s,
      specificProductivity: row.specific_productivity_mw_per_m3s_per_m,
    };
  };
}

/** What a production model entry says about a stage; undefined where it is silent. */
export function choiceAt(entry: ProductionModelEntry, stage: Pick<Stage, 'id' | 'seasonId'>): Choice | undefined {
  if (entry.selection_mode === 'stage_ranges') {
    return entry.stage_ranges.find(
      (range) => range.start_stage_id <= stage.id && stage.id <= (range.end_stage_id ?? Number.POSITIVE_INFINITY),
    );
  }
  const season = entry.seasons.find((candidate) => candidate.season_id === stage.seasonId);
  if (season) return season;
  const { fpha_config, productivity_override, reference_volume } = entry;
  return { model: entry.default_model, fpha_config, productivity_override, reference_volume };
}

/** Current cases fit by the convex hull; see `fpha/hull-fit.ts`. */
function hullOf(
  { raw, registries }: ResolveContext,
  hydro: HydroEntry,
  index: number,
  config: FphaConfigEntry,
): HullFit | null {
  if (!conventionsOf(raw.generation, raw.config.modeling?.compatibility ?? null).planesByHull) return null;
  const { min_storage_hm3: low, max_storage_hm3: high } = hydro.reservoir;
  const { fitting_window: window } = config;
  const at = (volume: number | null | undefined, share: number | null | undefined) =>
    volume ?? (typeof share === 'number' ? low + share * (high - low) : null);
  const known = new Set(raw.stages.stages.map(({ id }) => id));
  const means = (raw.inflowStats ?? [])
    .filter((row) => registries.hydros.indexOf(row.hydro_id) === index && known.has(row.stage_id))
    .map((row) => row.mean_m3s);
  return {
    fromHm3: at(window?.volume_min_hm3, window?.volume_min_percentile),
    toHm3: at(window?.volume_max_hm3, window?.volume_max_percentile),
    meanInflowM3s: means.length > 0 ? means.reduce((sum, mean) => sum + mean, 0) / means.length : 0,
    reduction: reductionOf(raw.productionModels?.fpha_plane_reduction),
  };
}

function reductionOf(given: NonNullable<ResolveContext['raw']['productionModels']>['fpha_plane_reduction']) {
  if (!given) return null;
  if (given.method === 'angle') return { type: 'angle' as const, degrees: given.tolerance_deg };
  return { type: 'distance' as const, percent: given.tolerance_pct, samples: given.n_samples };
}

function fitOf(hydro: HydroEntry, config: FphaConfigEntry): Omit<FphaFit, 'hull'> {
  const { min_storage_hm3: low, max_storage_hm3: high } = hydro.reservoir;
  const window = config.fitting_window;
  const share = (percentile: number | null | undefined, fallback: number): number =>
    percentile === undefined || percentile === null ? fallback : low + percentile * (high - low);
  return {
    volumePoints: config.volume_discretization_points ?? 5,
    turbinePoints: config.turbine_discretization_points ?? 5,
    spillagePoints: config.spillage_discretization_points ?? 5,
    maxPlanes: config.max_planes_per_hydro ?? 10,
    volumeMinHm3: window?.volume_min_hm3 ?? share(window?.volume_min_percentile, low),
    volumeMaxHm3: window?.volume_max_hm3 ?? share(window?.volume_max_percentile, high),
  };
}
