/**
 * The deviation of the residual that belongs to autoregressive coefficients. With standardized inflows the autocorrelations of
 * season m follow from the coefficients φ themselves,
 *
 *     ρ_m(0) = 1,   ρ_m(k) = Σ_i φ_{m,i} · ρ_{m−min(i,k)}(|k − i|),   r_m = √(1 − Σ_i φ_{m,i} ρ_m(i)),
 *
 * which closes over the cycle of seasons and is solved by repetition. Seasons without coefficients are white noise. Without
 * seasons every stage is one of its own, and what was before the study is white noise.
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case, Horizon } from '../../case/model.js';
import type { InflowParameters } from '../model.js';

export function closedResiduals(study: Case, parameters: readonly InflowParameters[]): readonly InflowParameters[] {
  const { place, count, periodic } = placesOf(study.horizon);
  if (count === 0) return parameters;
  const byHydro = new Map<number, (readonly number[])[]>();
  for (const row of parameters) {
    const own = byHydro.get(row.hydroIndex) ?? Array.from({ length: count }, () => []);
    const at = place(row.stageId);
    if (at !== null && own[at]!.length === 0) own[at] = row.coefficients;
    byHydro.set(row.hydroIndex, own);
  }
  const ratios = new Map([...byHydro].map(([hydro, phi]) => [hydro, ratiosOf(phi, periodic)]));
  return parameters.map((row) => {
    const at = place(row.stageId);
    if (at === null || row.coefficients.length === 0 || row.annual !== null) return row;
    const square = ratios.get(row.hydroIndex)![at]!;
    if (square > 0) return { ...row, residualStdRatio: Math.sqrt(square) };
    throw impossible(study, row, at);
  });
}

interface Places {
  place(stageId: number): number | null;
  readonly count: number;
  readonly periodic: boolean;
}

/** Custom and weekly cycles may mix resolutions, whose neighbours are no lags of each other; they keep what is given. */
function placesOf({ stages, preStudyStages, seasons }: Horizon): Places {
  const all = [...preStudyStages, ...stages];
  if (seasons === null) {
    const order = new Map(all.map(({ id }, position) => [id, position]));
    return { place: (id) => order.get(id) ?? null, count: all.length, periodic: false };
  }
  if (seasons.cycleType !== 'monthly') return { place: () => null, count: 0, periodic: true };
  const order = new Map(seasons.seasons.map(({ id }, position) => [id, position]));
  const seasonOf = new Map(all.map(({ id, seasonId }) => [id, seasonId]));
  return { place: (id) => order.get(seasonOf.get(id) ?? -1) ?? null, count: seasons.seasons.length, periodic: true };
}

const mostRounds = 10_000;

/** 1 − Σ φ ρ of every season. */
function ratiosOf(phi: readonly (readonly number[])[], periodic: boolean): number[] {
  const seasons = phi.length;
  const order = Math.max(0, ...phi.map((own) => own.length));
  const rho = phi.map(() => [1, ...new Array<number>(order).fill(0)]);
  const at = (season: number, lag: number): number => {
    if (season < 0 && !periodic) return lag === 0 ? 1 : 0;
    return rho[((season % seasons) + seasons) % seasons]![lag]!;
  };
  for (let round = 0, moved = 1; round < mostRounds && moved > 1e-15; round++) {
    moved = 0;
    phi.forEach((own, m) => {
      for (let k = 1; k <= order; k++) {
        const next = own.reduce((sum, c, i) => sum + c * at(m - Math.min(i + 1, k), Math.abs(k - i - 1)), 0);
        moved = Math.max(moved, Math.abs(next - rho[m]![k]!));
        rho[m]![k] = next;
      }
    });
  }
  return phi.map((own, m) => 1 - own.reduce((sum, c, i) => sum + c * rho[m]![i + 1]!, 0));
}

function impossible(study: Case, { hydroIndex, stageId }: InflowParameters, season: number) {
  const { id } = study.system.hydros[hydroIndex]!;
  const file = 'scenarios/inflow_ar_coefficients.parquet';
  const detail = `hydro ${id}, stage ${stageId} (season ${season}): the coefficients leave no variance to the residual`;
  return new Fault('PhysicalConstraint', `${file}: ${detail}.`, {
    context: { file, entity_id: id, rule: 'residual variance', detail },
    suggestion: 'Lower the coefficients, so that the model is stationary.',
  });
}
