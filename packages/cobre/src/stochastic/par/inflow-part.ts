import type { Case } from '../../case/model.js';
import { knownInflows } from '../lags/known-inflows.js';
import { type Memory, planLags } from '../lags/lag-plan.js';
import { buildMemory } from '../lags/transitions.js';
import type { InflowModel, InflowParameters } from '../model.js';
import { scaleOf } from '../noise-layout.js';
import type { StagePeriods } from '../time/stage-periods.js';
import { type InflowCoefficients, inflowCoefficients } from './inflow-coefficients.js';
import { type ParameterTable, parameterTable } from './parameter-table.js';

/** Everything about inflows but the noise itself. */
export type InflowPart = ReturnType<typeof inflowPart>;

/** `replayed(hydro)` tells whether some scheme replays given inflows of a hydro. */
export function inflowPart(
  study: Case,
  periods: StagePeriods,
  parameters: readonly InflowParameters[],
  replayed: (hydro: number) => boolean,
  depth: number,
) {
  const { hydros } = study.system;
  const { datedLags } = study.settings.modeling.conventions;
  const table = parameterTable(parameters, periods, datedLags);
  const coefficients = periods.study.map((stage) =>
    hydros.map((hydro) => {
      const row = table.at(hydro.index, stage.id);
      return row === undefined ? null : inflowCoefficients(row, stage, table);
    }),
  );
  const plan = planLags(
    periods,
    coefficients.map((ofStage) => Math.max(0, ...ofStage.map((own) => own?.psi.length ?? 0))),
    depth,
  );
  const known = knownInflows(hydros, study.scenarios.inflowHistory, periods, datedLags);
  return {
    plan,
    models: coefficients.map((ofStage) => modelOf(ofStage, plan.slotCount, replayed)),
    memory: buildMemory(
      plan,
      hydros.length,
      (hydro, { period }) => known(hydro, period),
      (hydro, memory) => expectedInflow(hydro, memory, table),
    ),
    /** Per stage, hydros whose noise is only there to replay given values: random noise has to leave them alone. */
    silent: coefficients.map((ofStage) =>
      Int32Array.from(ofStage.flatMap((own, h) => ((own?.sigma ?? 0) === 0 && replayed(h) ? [h] : []))),
    ),
  };
}

function modelOf(
  ofStage: readonly (InflowCoefficients | null)[],
  slots: number,
  replayed: (hydro: number) => boolean,
): InflowModel {
  const hydros = ofStage.length;
  const psi = new Float64Array(slots * hydros);
  ofStage.forEach((own, h) => {
    own?.psi.forEach((value, lag) => {
      psi[lag * hydros + h] = value;
    });
  });
  return {
    base: Float64Array.from(ofStage, (own) => own?.base ?? 0),
    psi,
    sigma: Float64Array.from(ofStage, (own, h) => scaleOf(own?.sigma ?? 0, replayed(h))),
  };
}

/** What nobody observed is taken to have been average. */
function expectedInflow(hydro: number, { period }: Memory, table: ParameterTable): number {
  if (period.kind === 'stage') return table.at(hydro, period.stageId)?.meanM3s ?? 0;
  return table.seasonStatistics(hydro, period.occurrence.seasonId)?.mean ?? 0;
}
