/** `stochastic/`: the inflow parameters a run used, in the format of the case files (`exports.stochastic`). */

import { integerIdOf } from '../case/identity.js';
import type { Case } from '../case/model.js';
import { parquetOfRows, tableSchema } from '../parquet/write.js';
import type { InflowParameters } from '../stochastic/model.js';
import type { OutputFolder } from './folder/output-folder.js';

export interface UsedStochastics {
  readonly inflow: readonly InflowParameters[];
  readonly fits: readonly object[];
  readonly path: string;
  readonly noiseDimension: number;
  /** Per stage: openings, opening-major. */
  readonly openings: readonly Float64Array[];
}

const stats = tableSchema('hydro_id:int32', 'stage_id:int32', 'mean_m3s:double', 'std_m3s:double');
const ar = tableSchema(
  'hydro_id:int32',
  'stage_id:int32',
  'lag:int32',
  'coefficient:double',
  'residual_std_ratio:double',
);
const annual = tableSchema(
  'hydro_id:int32',
  'stage_id:int32',
  'annual_coefficient:double',
  'annual_mean_m3s:double',
  'annual_std_m3s:double',
);
const load = tableSchema('bus_id:int32', 'stage_id:int32', 'mean_mw:double', 'std_mw:double');
const openings = tableSchema('stage_id:int32', 'opening_index:uint32', 'entity_index:uint32', 'value:double');

export async function writeStochastics(output: OutputFolder, study: Case, used: UsedStochastics): Promise<void> {
  const folder = await output.folder('stochastic');
  const key = ({ hydroIndex, stageId }: InflowParameters) => ({
    hydro_id: integerIdOf(study.system.hydros[hydroIndex]!),
    stage_id: stageId,
  });
  const statRows = used.inflow.map((row) => ({ ...key(row), mean_m3s: row.meanM3s, std_m3s: row.stdM3s }));
  await folder.write('inflow_seasonal_stats.parquet', parquetOfRows(stats, statRows));
  const arRows = used.inflow.flatMap((row) =>
    row.coefficients.map((coefficient, k) => ({
      ...key(row),
      lag: k + 1,
      coefficient,
      residual_std_ratio: row.residualStdRatio,
    })),
  );
  await folder.write('inflow_ar_coefficients.parquet', parquetOfRows(ar, arRows));
  const annualRows = used.inflow.flatMap((row) =>
    row.annual === null
      ? []
      : [
          {
            ...key(row),
            annual_coefficient: row.annual.coefficient,
            annual_mean_m3s: row.annual.meanM3s,
            annual_std_m3s: row.annual.stdM3s,
          },
        ],
  );
  if (annualRows.length > 0) {
    await folder.write('inflow_annual_component.parquet', parquetOfRows(annual, annualRows));
  }
  await folder.write('load_seasonal_stats.parquet', parquetOfRows(load, loadRows(study)));
  await folder.write('noise_openings.parquet', parquetOfRows(openings, openingRows(study, used)));
  await folder.writeJson('fitting_report.json', { path: used.path, fits: used.fits });
}

function loadRows({ system, horizon }: Case) {
  return system.buses.flatMap((bus) =>
    horizon.stages.map(({ id }, t) => ({
      bus_id: integerIdOf(bus),
      stage_id: id,
      mean_mw: bus.at[t]!.load.meanMw,
      std_mw: bus.at[t]!.load.stdMw,
    })),
  );
}

function openingRows({ horizon }: Case, { openings: tree, noiseDimension }: UsedStochastics) {
  return tree.flatMap((values, t) =>
    Array.from(values, (value, at) => ({
      stage_id: horizon.stages[t]!.id,
      opening_index: Math.floor(at / noiseDimension),
      entity_index: at % noiseDimension,
      value,
    })),
  );
}
