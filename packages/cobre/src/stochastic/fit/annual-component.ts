import { solveLinear } from './linear-solve.js';
import { type PeriodicSeries, periodicCorrelation, wrap } from './periodic-correlation.js';
import { observed, statisticsOf } from './seasonal-statistics.js';
import { lagMatrix, lagVector, type Regression, residualRatio } from './yule-walker.js';

/**
 * PAR(p)-A: next to p lags, a season is regressed on the mean of the twelve months before it (Treistman and others).
 * The mean of the twelve months that end at a position is a periodic series of its own.
 */
export const MONTHS = 12;

/** Means over twelve consecutive observations, placed where they end; NaN where one is missing. */
export function annualMeans(series: PeriodicSeries): PeriodicSeries {
  const { values } = series;
  const cycle = series.statistics.length;
  const means = values.map((_, i) => {
    if (i < MONTHS - 1) return Number.NaN;
    let sum = 0;
    for (let k = 0; k < MONTHS; k++) sum += values[i - k]!;
    return sum / MONTHS;
  });
  // The last observation has no successor to explain, so its mean is not part of the sample.
  const end = values.findLastIndex((value) => !Number.isNaN(value));
  if (end >= 0) means[end] = Number.NaN;
  const statistics = series.statistics.map((_, position) => statisticsOf(observed(means, position, cycle)));
  return { values: means, statistics };
}

/** Lag matrix and vector bordered by the annual mean of the position before. */
interface BorderedSystem {
  readonly matrix: number[][];
  readonly rhs: number[];
}

function borderedSystem(
  series: PeriodicSeries,
  annual: PeriodicSeries,
  position: number,
  order: number,
): BorderedSystem {
  const before = wrap(position - 1, series.statistics.length);
  const cross = Array.from({ length: order }, (_, i) => crossCorrelation(annual, series, before, i));
  const matrix = lagMatrix(series, position, order).map((row, i) => [...row, cross[i]!]);
  matrix.push([...cross, 1]);
  return { matrix, rhs: [...lagVector(series, position, order), crossCorrelation(annual, series, before, -1)] };
}

/** The annual series is shorter; dividing by the larger sample treats its missing years as average ones. */
function crossCorrelation(annual: PeriodicSeries, series: PeriodicSeries, position: number, lag: number): number {
  const other = series.statistics[wrap(position - lag, series.statistics.length)]!;
  return periodicCorrelation(annual, series, position, lag, Math.max(annual.statistics[position]!.count, other.count));
}

export function yuleWalkerWithAnnual(
  series: PeriodicSeries,
  annual: PeriodicSeries,
  position: number,
  order: number,
): Regression | null {
  const { matrix, rhs } = borderedSystem(series, annual, position, order);
  const solution = solveLinear(matrix, rhs);
  if (solution === null) return null;
  return {
    coefficients: solution.slice(0, order),
    annual: solution[order]!,
    residualStdRatio: residualRatio(solution, rhs),
  };
}

/**
 * Partial autocorrelation at each lag given the lags between *and* the annual mean, by conditioning the joint
 * correlation matrix of (inflow, lag k) on the rest.
 */
export function conditionalPartialAutocorrelations(
  series: PeriodicSeries,
  annual: PeriodicSeries,
  position: number,
  maxOrder: number,
): readonly number[] {
  return Array.from({ length: maxOrder }, (_, i) => conditionalAt(borderedSystem(series, annual, position, i + 1), i));
}

/** `target` is the index of the lag; every other entry of the system is conditioned on. */
function conditionalAt({ matrix, rhs }: BorderedSystem, target: number): number {
  const given = matrix.map((_, i) => i).filter((i) => i !== target);
  const inner = given.map((i) => given.map((j) => matrix[i]![j]!));
  const toInflow = given.map((i) => rhs[i]!);
  const toLag = given.map((i) => matrix[i]![target]!);
  const weights = solveLinear(inner, toInflow);
  const lagWeights = solveLinear(inner, toLag);
  if (weights === null || lagWeights === null) return 0;
  const shared = rhs[target]! - dot(weights, toLag);
  const scale = (1 - dot(weights, toInflow)) * (1 - dot(lagWeights, toLag));
  return scale <= 0 ? 0 : Math.min(1, Math.max(-1, shared / Math.sqrt(scale)));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
