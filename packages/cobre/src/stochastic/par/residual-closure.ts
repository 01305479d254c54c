/**
 * The deviation of the residual that belongs to autoregressive coefficients. With standardized inflows the autocorrelations of
 * season m follow from the coefficients φ themselves,
 *
 *     ρ_m(0) = 1,   ρ_m(k) = Σ_i φ_{m,i} · ρ_{m−min(i,k)}(|k − i|),   r_m = √(1 − Σ_i φ_{m,i} ρ_m(i)),
 *
 * which closes over the cycle of seasons and is solved by repetition; m − 1 is the season before m of the same resolution, where
 * months and quarters stand side by side. Seasons without coefficients are white noise. Without seasons every stage is one
 * of its own, and what was before the study is white noise.
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case, Horizon, SeasonDefinitions } from '../../case/model.js';
import type { InflowParameters } from '../model.js';
import { seasonCalendar } from '../time/season-calendar.js';

export function closedResiduals(study: Case, parameters: readonly InflowParameters[]): readonly InflowParameters[] {
  const { place, count, before } = placesOf(study.horizon);
  if (count === 0) return parameters;
  const byHydro = new Map<number, (readonly number[])[]>();
  for (const row of parameters) {
    const own = byHydro.get(row.hydroIndex) ?? Array.from({ length: count }, () => []);
    const at = place(row.stageId);
    if (at !== null && own[at]!.length === 0) own[at] = row.coefficients;
    byHydro.set(row.hydroIndex, own);
  }
  const ratios = new Map([...byHydro].map(([hydro, phi]) => [hydro, ratiosOf(phi, before)]));
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
  /** The place before one, −1 where nothing is known. */
  before(place: number): number;
}

function placesOf({ stages, preStudyStages, seasons }: Horizon): Places {
  const all = [...preStudyStages, ...stages];
  if (seasons === null) {
    const order = new Map(all.map(({ id }, position) => [id, position]));
    return { place: (id) => order.get(id) ?? null, count: all.length, before: (place) => place - 1 };
  }
  const order = new Map(seasons.seasons.map(({ id }, position) => [id, position]));
  const seasonOf = new Map(all.map(({ id, seasonId }) => [id, seasonId]));
  const place = (id: number) => order.get(seasonOf.get(id) ?? -1) ?? null;
  const before = seasons.seasons.map((_, position) => seasonBefore(seasons, position));
  return { place, count: seasons.seasons.length, before: (position) => before[position] ?? -1 };
}

/** Seasons without dates, and monthly ones, follow each other in order; others as the calendar says. */
function seasonBefore(definitions: SeasonDefinitions, position: number): number {
  const { seasons, cycleType } = definitions;
  const calendar = cycleType === 'monthly' ? null : seasonCalendar(definitions);
  if (calendar === null) return (position - 1 + seasons.length) % seasons.length;
  const own = calendar.occurrenceNear(seasons[position]!.id, commonYear, commonYear + 1);
  const earlier = own === null ? null : calendar.previous(own);
  return seasons.findIndex(({ id }) => id === earlier?.seasonId);
}

/** The first day of 2001, which is no leap year. */
const commonYear = 11_323;

const mostRounds = 10_000;

/** 1 − Σ φ ρ of every season. */
function ratiosOf(phi: readonly (readonly number[])[], before: Places['before']): number[] {
  const order = Math.max(0, ...phi.map((own) => own.length));
  const rho = phi.map(() => [1, ...new Array<number>(order).fill(0)]);
  const at = (season: number, steps: number, lag: number): number => {
    let place = season;
    for (let step = 0; step < steps && place >= 0; step++) place = before(place);
    return place < 0 ? (lag === 0 ? 1 : 0) : rho[place]![lag]!;
  };
  for (let round = 0, moved = 1; round < mostRounds && moved > 1e-15; round++) {
    moved = 0;
    phi.forEach((own, m) => {
      for (let k = 1; k <= order; k++) {
        const next = own.reduce((sum, c, i) => sum + c * at(m, Math.min(i + 1, k), Math.abs(k - i - 1)), 0);
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
