import { integerIdOf } from '../case/identity.js';
import type { Case, FphaPlane, Hydro, HydroAtStage } from '../case/model.js';
import { parquetOfRows, tableSchema } from '../parquet/write.js';
import type { OutputFolder } from './folder/output-folder.js';

const schema = tableSchema(
  'hydro_id:int32',
  'stage_id?:int32',
  'plane_id:int32',
  'gamma_0:double',
  'gamma_v:double',
  'gamma_q:double',
  'gamma_s:double',
  'kappa?:double',
);

/** `hydro_models/fpha_hyperplanes.parquet`: the planes the engine fitted, in the format of the case file. */
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
  await output.write('hydro_models/fpha_hyperplanes.parquet', parquetOfRows(schema, rows));
}
