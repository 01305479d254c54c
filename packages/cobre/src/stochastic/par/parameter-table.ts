import type { InflowParameters } from '../model.js';
import type { DatedStage, StagePeriods } from '../time/stage-periods.js';

/** Mean and deviation a lag is measured by, both in m³/s. */
export interface LagStatistics {
  readonly mean: number;
  readonly std: number;
}

/** Inflow parameters by hydro and stage id, with the search for the statistics of a lag. */
export interface ParameterTable {
  at(hydro: number, stageId: number): InflowParameters | undefined;
  /**
   * Statistics of the period `lag` steps before a stage: of the stage that is that period, else of any stage of the
   * period's season, else by counting seasons backwards, where `wraps` among those with statistics. Null when nothing fits.
   */
  lagStatistics(hydro: number, stage: DatedStage, lag: number): LagStatistics | null;
  /** Statistics of any stage of a season. */
  seasonStatistics(hydro: number, seasonId: number): LagStatistics | null;
}

export function parameterTable(
  rows: readonly InflowParameters[],
  periods: StagePeriods,
  wraps = false,
): ParameterTable {
  const byStage = new Map(rows.map((row) => [`${row.hydroIndex} ${row.stageId}`, row]));
  const at = (hydro: number, stageId: number) => byStage.get(`${hydro} ${stageId}`);
  const firstOf = (hydro: number, stages: readonly DatedStage[] | undefined): LagStatistics | null => {
    for (const stage of stages ?? []) {
      const row = at(hydro, stage.id);
      if (row !== undefined) return { mean: row.meanM3s, std: row.stdM3s };
    }
    return null;
  };
  const byPeriod = groupBy(periods.all, (stage) => stage.period.key);
  const bySeason = groupBy(periods.all, (stage) => stage.seasonId);
  const seasonStatistics = (hydro: number, seasonId: number) => firstOf(hydro, bySeason.get(seasonId));
  return {
    at,
    seasonStatistics,
    lagStatistics: (hydro, stage, lag) => {
      const period = periods.lagPeriod(stage, lag);
      const exact = firstOf(hydro, byPeriod.get(period.key));
      if (exact !== null) return exact;
      if (period.kind === 'season') {
        const own = seasonStatistics(hydro, period.occurrence.seasonId);
        if (own !== null || !wraps || stage.seasonId === null) return own;
        const known = [...bySeason.keys()].filter((id) => id !== null && seasonStatistics(hydro, id) !== null);
        return seasonStatistics(hydro, placesBefore(known as number[], stage.seasonId, lag) ?? -1);
      }
      const row = at(hydro, period.stageId);
      if (row !== undefined) return { mean: row.meanM3s, std: row.stdM3s };
      return stage.seasonId === null ? null : seasonStatistics(hydro, seasonBefore(stage.seasonId, lag, periods));
    },
  };
}

/** The member so many places before one, in a circle. */
function placesBefore(members: readonly number[], member: number, places: number): number | undefined {
  const sorted = [...members].sort((a, b) => a - b);
  return sorted.at((sorted.indexOf(member) - places) % Math.max(1, sorted.length));
}

function seasonBefore(seasonId: number, lag: number, periods: StagePeriods): number {
  const count = 1 + Math.max(...periods.all.map((stage) => stage.seasonId ?? 0));
  return (((seasonId - lag) % count) + count) % count;
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
