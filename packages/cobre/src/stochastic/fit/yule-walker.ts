import { solveLinear } from './linear-solve.js';
import { type PeriodicSeries, periodicCorrelation, wrap } from './periodic-correlation.js';

/** Coefficients of one season's regression on its past, all standardized. */
export interface Regression {
  /** Lag 1 first. */
  readonly coefficients: readonly number[];
  /** Coefficient of the annual mean; 0 without one. */
  readonly annual: number;
  /** Residual deviation over the season's deviation, in (0, 1]. */
  readonly residualStdRatio: number;
}

export const WHITE_NOISE: Regression = { coefficients: [], annual: 0, residualStdRatio: 1 };

/** Correlations of lagged inflows with one another: entry (i, j) is that of lags i+1 and j+1 of the season. */
export function lagMatrix(series: PeriodicSeries, position: number, order: number): number[][] {
  const cycle = series.statistics.length;
  return Array.from({ length: order }, (_, i) =>
    Array.from({ length: order }, (_, j) => {
      if (i === j) return 1;
      const nearer = Math.min(i, j);
      return periodicCorrelation(series, series, wrap(position - nearer - 1, cycle), Math.abs(j - i));
    }),
  );
}

/** Correlations of the season's inflow with its lags 1 … order. */
export function lagVector(series: PeriodicSeries, position: number, order: number): number[] {
  return Array.from({ length: order }, (_, i) => periodicCorrelation(series, series, position, i + 1));
}

/** Solves the periodic Yule–Walker equations of one season; null when they are singular. */
export function yuleWalker(series: PeriodicSeries, position: number, order: number): Regression | null {
  if (order === 0) return WHITE_NOISE;
  const rhs = lagVector(series, position, order);
  const solution = solveLinear(lagMatrix(series, position, order), rhs);
  if (solution === null) return null;
  return { coefficients: solution, annual: 0, residualStdRatio: residualRatio(solution, rhs) };
}

/** √(1 − explained share of the variance), kept above zero so that a fit never becomes deterministic by rounding. */
export function residualRatio(solution: readonly number[], rhs: readonly number[]): number {
  const explained = solution.reduce((sum, coefficient, i) => sum + coefficient * rhs[i]!, 0);
  return Math.min(1, Math.sqrt(Math.max(1e-12, 1 - explained)));
}
