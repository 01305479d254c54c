import type { Correlation, CorrelationProfile } from '../../case/model.js';
import { annualMeans, MONTHS } from './annual-component.js';
import type { PeriodicSeries } from './periodic-correlation.js';
import { wrap } from './periodic-correlation.js';
import type { SeasonRegression } from './season-regressions.js';

/** One hydro, fitted. */
export interface FittedHydro {
  readonly hydroIndex: number;
  readonly series: PeriodicSeries;
  readonly seasons: readonly SeasonRegression[];
}

/** Common dates every pair needs before a season gets a correlation of its own. */
const PAIRS_PER_SEASON = 30;

/** Standardized inflow minus what the regression explains; NaN where a lag is missing. */
export function residuals({ series, seasons }: FittedHydro): Float64Array {
  const cycle = series.statistics.length;
  const standardized = series.values.map((value, i) => standardize(value, series.statistics[i % cycle]!));
  const annual = seasons.some((season) => season.annual !== null) ? annualMeans(series) : null;
  return standardized.map((value, i) => {
    const { regression, annual: statistics } = seasons[i % cycle]!;
    let explained = 0;
    regression.coefficients.forEach((coefficient, k) => {
      explained += coefficient * (standardized[i - k - 1] ?? Number.NaN);
    });
    if (statistics !== null && annual !== null && i >= MONTHS) {
      explained += regression.annual * standardize(annual.values[i - 1]!, statistics);
    }
    return value - explained;
  });
}

function standardize(value: number, { mean, std }: { readonly mean: number; readonly std: number }): number {
  return std === 0 ? value * 0 : (value - mean) / std;
}

/**
 * Correlation of the residuals of all hydros: pooled over the year as `default`, and per season where the sample allows.
 * `seasonOfStage` tells which stage id belongs to which position of the track.
 */
export function residualCorrelation(
  hydros: readonly FittedHydro[],
  cycle: number,
  positionOfStage: ReadonlyMap<number, number>,
): Correlation {
  const series = hydros.map(residuals);
  const members = hydros.map(({ hydroIndex }) => ({ type: 'inflow' as const, entityIndex: hydroIndex }));
  const profileOf = (matrix: readonly (readonly number[])[]): CorrelationProfile => ({
    groups: [{ name: 'inflow', members, matrix }],
  });
  const profiles = new Map([['default', profileOf(pearson(series, null, cycle))]]);
  for (let position = 0; position < cycle; position++) {
    if (fewestPairs(series, position, cycle) < PAIRS_PER_SEASON) continue;
    profiles.set(`season_${position}`, profileOf(pearson(series, position, cycle)));
  }
  const profileOfStage = new Map<number, string>();
  for (const [stageId, position] of positionOfStage) {
    const name = `season_${wrap(position, cycle)}`;
    if (profiles.has(name)) profileOfStage.set(stageId, name);
  }
  return { profiles, profileOfStage };
}

function fewestPairs(series: readonly Float64Array[], position: number, cycle: number): number {
  let fewest = Number.POSITIVE_INFINITY;
  series.forEach((a, i) => {
    for (let j = i; j < series.length; j++) fewest = Math.min(fewest, correlate(a, series[j]!, position, cycle).pairs);
  });
  return fewest;
}

function pearson(series: readonly Float64Array[], position: number | null, cycle: number): readonly number[][] {
  const matrix = series.map(() => new Array<number>(series.length).fill(1));
  series.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const { value } = correlate(a, series[j]!, position, cycle);
      matrix[i]![j] = value;
      matrix[j]![i] = value;
    }
  });
  return matrix;
}

/** Pearson correlation over the dates both series have, of one position or of all. */
function correlate(
  a: Float64Array,
  b: Float64Array,
  position: number | null,
  cycle: number,
): { value: number; pairs: number } {
  const step = position === null ? 1 : cycle;
  const end = Math.min(a.length, b.length);
  let pairs = 0;
  let meanX = 0;
  let meanY = 0;
  for (let i = position ?? 0; i < end; i += step) {
    if (Number.isNaN(a[i]! + b[i]!)) continue;
    pairs++;
    meanX += a[i]!;
    meanY += b[i]!;
  }
  meanX /= pairs;
  meanY /= pairs;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = position ?? 0; i < end; i += step) {
    if (Number.isNaN(a[i]! + b[i]!)) continue;
    xx += (a[i]! - meanX) ** 2;
    yy += (b[i]! - meanY) ** 2;
    xy += (a[i]! - meanX) * (b[i]! - meanY);
  }
  const value = pairs < 2 || xx === 0 || yy === 0 ? 0 : Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy)));
  return { value, pairs };
}
