/** What is worked out from the files about plants before anything is solved. */
import { integerIdOf } from '../../case/identity.js';
import type { Case, Stage } from '../../case/model.js';
import type { SideTable } from '../../simulation/side-table.js';
import type { Hydro, HydroAtStage } from './entity.js';
import { hullGrid } from './fpha/hull-fit.js';
import { fittedAt } from './fpha/hull-quality.js';
import { fphaPlanes } from './fpha/planes.js';
import { evaporationLine, mostEvaporation } from './stage/evaporation.js';

/** The line evaporation follows: `constant_m3s + slope_m3s_per_hm3 · mean storage`. */
export const evaporationModels: SideTable = {
  path: 'hydro_models/evaporation_models.parquet',
  columns: [
    'hydro_id:int32',
    'stage_id:int32',
    'month:int32',
    'coefficient_mm:double',
    'reference_volume_hm3:double',
    'month_hours:double',
    'constant_m3s:double',
    'slope_m3s_per_hm3:double',
    'max_evaporation_m3s:double',
  ],
  rows: (study) =>
    currentPlants(study, (hydro, at, stage) => {
      const line = evaporationLine(hydro, at);
      if (line === null || at.state === 'absent') return [];
      const { coefficientMm, referenceVolumeHm3, hours } = at.evaporation!;
      return [
        {
          month: stage.startMonth,
          coefficient_mm: coefficientMm,
          reference_volume_hm3: referenceVolumeHm3,
          month_hours: hours,
          constant_m3s: line.constant,
          slope_m3s_per_hm3: line.slope,
          max_evaporation_m3s: Math.abs(mostEvaporation(line, at)),
        },
      ];
    }),
};

/** What a plant produces at every point its planes were fitted to, and what the planes say there. */
export const fphaDeviationPoints: SideTable = {
  path: 'hydro_models/fpha_deviation_points.parquet',
  columns: [
    'hydro_id:int32',
    'stage_id:int32',
    'point:int32',
    'volume_hm3:double',
    'turbined_m3s:double',
    'spillage_m3s:double',
    'generation_mw:double',
    'fitted_mw:double',
    'deviation_mw:double',
  ],
  rows: (study) => (study.settings.exports.fphaDeviationPoints ? currentPlants(study, deviations) : []),
};

type Cells = Readonly<Record<string, number>>;

function deviations(hydro: Hydro, at: HydroAtStage): Cells[] {
  const { production, state } = at;
  if (state === 'absent' || production.model !== 'fpha' || production.source !== 'computed') return [];
  if (production.fit.hull === null) return [];
  const planes = fphaPlanes(hydro, at);
  return hullGrid(hydro, at, production.fit, production.fit.hull).grid.map(({ v, q, z }, point) => {
    const fitted = fittedAt(planes, { v, q });
    return {
      point,
      volume_hm3: v,
      turbined_m3s: q,
      spillage_m3s: 0,
      generation_mw: z,
      fitted_mw: fitted,
      deviation_mw: fitted - z,
    };
  });
}

function currentPlants(
  { settings, horizon, system }: Case,
  rowsOf: (hydro: Hydro, at: HydroAtStage, stage: Stage) => readonly Cells[],
): Cells[] {
  if (settings.generation !== 'current') return [];
  return system.hydros.flatMap((hydro) =>
    horizon.stages.flatMap((stage) =>
      rowsOf(hydro, hydro.at[stage.index]!, stage).map((row) => ({
        hydro_id: integerIdOf(hydro),
        stage_id: stage.id,
        ...row,
      })),
    ),
  );
}
