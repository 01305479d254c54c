import { integerIdOf } from '../case/identity.js';
import type { Case, FphaPlane, Hydro, HydroAtStage } from '../case/model.js';
import { parquetOfRows, tableSchema } from '../parquet/write.js';
import { fittedPlanes } from './case-tables.js';
import type { OutputFolder } from './folder/output-folder.js';

/** The planes the engine fitted, in the format of the case file. */
export async function writeFittedPlanes(
  output: OutputFolder,
  { system, horizon }: Case,
  planesOf: (hydro: Hydro, at: HydroAtStage) => readonly FphaPlane[],
): Promise<void> {
  const rows = horizon.stages.flatMap(({ id }, t) =>
    system.hydros.flatMap((hydro) => {
      const at = hydro.at[t]!;
      if (at.production.model !== 'fpha' || at.production.source !== 'computed') return [];
      return planesOf(hydro, at).map((plane) => ({
        hydro_id: integerIdOf(hydro),
        stage_id: id,
        plane_id: plane.planeId,
        gamma_0: plane.gamma0,
        gamma_v: plane.gammaV,
        gamma_q: plane.gammaQ,
        gamma_s: plane.gammaS,
        kappa: plane.kappa,
      }));
    }),
  );
  if (rows.length === 0) return;
  await output.write(fittedPlanes.path, parquetOfRows(tableSchema(...fittedPlanes.columns), rows));
}
