import type { Stage } from '../../case/horizon.js';
import type { ResolveContext } from '../../case/resolve/context.js';
import type { FphaFit, FphaPlane, Production } from './entity.js';
import type { FphaConfigEntry, HydroEntry, ProductionModelEntry } from './schema.js';

/** Production models of all hydros, by hydro index and stage. */
export interface ProductionModels {
  at(hydro: HydroEntry, index: number, stage: Stage): Production;
}

interface Choice {
  readonly model: HydroEntry['generation']['model'];
  readonly fpha_config?: FphaConfigEntry | null | undefined;
  readonly productivity_override?: number | null | undefined;
}

export function productionModels({ raw, registries }: ResolveContext): ProductionModels {
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
        const own = hydro.generation.productivity_mw_per_m3s ?? 0;
        return { model: 'constant_productivity', productivityMwPerM3s: choice.productivity_override ?? own };
      }
      if (choice.fpha_config?.source === 'computed') {
        return { model: 'fpha', source: 'computed', fit: fitOf(hydro, choice.fpha_config) };
      }
      return { model: 'fpha', source: 'precomputed', planes: planesAt(index, stage) };
    },
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
  const { fpha_config, productivity_override } = entry;
  return { model: entry.default_model, fpha_config, productivity_override };
}

function fitOf(hydro: HydroEntry, config: FphaConfigEntry): FphaFit {
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
