import { Fault } from '@quadrivium/kernel/fault';
import type { Correlation, EstimationSettings, Hydro, InflowObservation } from '../../case/model.js';
import type { InflowParameters, SeasonFit } from '../model.js';
import type { SeasonCalendar } from '../time/season-calendar.js';
import type { DatedStage, StagePeriods } from '../time/stage-periods.js';
import { type FittedHydro, residualCorrelation } from './residual-correlation.js';
import { fitSeasons, type SeasonRegression } from './season-regressions.js';
import { type SeasonSeries, seasonPlaces, seasonSeries } from './season-series.js';
import { seasonalStatistics } from './seasonal-statistics.js';

export type InflowEstimate = ReturnType<typeof estimateInflows>;

/** Estimates PAR(p) or PAR(p)-A parameters of all hydros from their observed inflows. */
export function estimateInflows(
  hydros: readonly Hydro[],
  history: readonly InflowObservation[],
  periods: StagePeriods,
  settings: EstimationSettings,
) {
  const { calendar } = periods;
  if (calendar === null) throw needsSeasons();
  const tracks = tracksOf(periods.all, calendar);
  const fitted = tracks.map((track) => fitTrack(track, hydros, history, periods, calendar, settings));
  return {
    /** For every hydro and every stage (pre-study ones too) with a season. */
    parameters: hydros.flatMap((hydro) =>
      fitted.flatMap(({ rows }) => rows.filter((r) => r.hydroIndex === hydro.index)),
    ),
    fits: fitted.flatMap(({ fits }) => fits),
    correlation: mergeCorrelations(fitted.map(({ correlation }) => correlation)),
  };
}

function needsSeasons(): Fault {
  return new Fault('IncompatibleSettings', 'Inflow parameters are to be estimated, but the case defines no seasons.', {
    context: { settings: ['season_definitions', 'inflow_history'], detail: 'no seasons with dates' },
    suggestion: 'Add season_definitions to stages.json, or give inflow_seasonal_stats.parquet instead of a history.',
  });
}

function tracksOf(stages: readonly DatedStage[], calendar: SeasonCalendar): readonly (readonly number[])[] {
  const tracks = new Map<string, readonly number[]>();
  for (const { seasonId } of stages) {
    if (seasonId === null || !calendar.seasonIds.includes(seasonId)) continue;
    const track = calendar.trackOf(seasonId);
    tracks.set(track.join(), track);
  }
  return [...tracks.values()];
}

function fitTrack(
  track: readonly number[],
  hydros: readonly Hydro[],
  history: readonly InflowObservation[],
  periods: StagePeriods,
  calendar: SeasonCalendar,
  settings: EstimationSettings,
) {
  const stages = periods.all.filter((stage) => stage.seasonId !== null && track.includes(stage.seasonId));
  const placeOf = seasonPlaces(track, calendar, periods.all);
  const span = commonSpan(byHydro(history, hydros.length).map((own) => seasonSeries(own, track, placeOf)));
  const fitted = span.map((series, h): FittedHydro => {
    const periodic = { values: series.values, statistics: seasonalStatistics(series) };
    return { hydroIndex: hydros[h]!.index, series: periodic, seasons: fitSeasons(periodic, settings) };
  });
  const positions = new Map(stages.map((stage) => [stage.id, track.indexOf(stage.seasonId!)]));
  return {
    rows: fitted.flatMap((hydro) => stages.map((stage) => parametersOf(hydro, stage.id, positions.get(stage.id)!))),
    fits: fitted.flatMap((hydro) => track.map((seasonId, position) => fitOf(hydro, seasonId, position))),
    correlation: residualCorrelation(fitted, track.length, positions),
  };
}

function byHydro(history: readonly InflowObservation[], hydros: number): readonly InflowObservation[][] {
  const groups: InflowObservation[][] = Array.from({ length: hydros }, () => []);
  for (const seen of history) groups[seen.hydroIndex]!.push(seen);
  return groups;
}

/** Pads all series to the same first year, so that equal indexes are equal dates. */
function commonSpan(all: readonly SeasonSeries[]): readonly SeasonSeries[] {
  const filled = all.filter((series) => series.values.length > 0);
  const firstYear = Math.min(...filled.map((series) => series.firstYear));
  return all.map((series) => {
    if (series.values.length === 0) return { ...series, firstYear };
    const before = (series.firstYear - firstYear) * series.track.length;
    const values = new Float64Array(before + series.values.length).fill(Number.NaN);
    values.set(series.values, before);
    return { ...series, firstYear, values };
  });
}

function parametersOf(hydro: FittedHydro, stageId: number, position: number): InflowParameters {
  const { mean, std } = hydro.series.statistics[position]!;
  const { regression, annual } = hydro.seasons[position]!;
  return {
    hydroIndex: hydro.hydroIndex,
    stageId,
    meanM3s: mean,
    stdM3s: std,
    coefficients: regression.coefficients,
    residualStdRatio: regression.residualStdRatio,
    annual: annual === null ? null : { coefficient: regression.annual, meanM3s: annual.mean, stdM3s: annual.std },
  };
}

function fitOf(hydro: FittedHydro, seasonId: number, position: number): SeasonFit {
  const { regression, selectedOrder, reductions }: SeasonRegression = hydro.seasons[position]!;
  return {
    hydroIndex: hydro.hydroIndex,
    seasonId,
    observations: hydro.series.statistics[position]!.count,
    selectedOrder,
    order: regression.coefficients.length,
    reductions,
  };
}

/** The first track (by stage order) gives the default; tracks of other resolutions are scheduled by stage. */
function mergeCorrelations(all: readonly Correlation[]): Correlation {
  const [first, ...others] = all;
  if (first === undefined) return { profiles: new Map(), profileOfStage: new Map() };
  const profiles = new Map(first.profiles);
  const profileOfStage = new Map(first.profileOfStage);
  others.forEach((other, i) => {
    for (const [name, profile] of other.profiles) profiles.set(`track_${i + 1}_${name}`, profile);
    for (const [stageId, name] of other.profileOfStage) profileOfStage.set(stageId, `track_${i + 1}_${name}`);
  });
  return { profiles, profileOfStage };
}
