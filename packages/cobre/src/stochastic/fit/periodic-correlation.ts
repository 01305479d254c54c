import type { SeasonStatistics } from './seasonal-statistics.js';

/** A series along the seasons with the statistics of each position: what all correlations below are taken from. */
export interface PeriodicSeries {
  readonly values: Float64Array;
  readonly statistics: readonly SeasonStatistics[];
}

/**
 * Correlation of `a` at a position of the cycle with `b` some steps earlier (later when `lag` is negative), over all
 * years in which both were observed. The divisor is the number of pairs unless another is given. 0 where either side
 * does not vary; always within [−1, 1].
 */
export function periodicCorrelation(
  a: PeriodicSeries,
  b: PeriodicSeries,
  position: number,
  lag: number,
  divisor?: number,
): number {
  const cycle = a.statistics.length;
  const ofA = a.statistics[position]!;
  const ofB = b.statistics[wrap(position - lag, cycle)]!;
  if (ofA.std < Number.EPSILON || ofB.std < Number.EPSILON) return 0;
  let sum = 0;
  let pairs = 0;
  for (let i = position; i < a.values.length; i += cycle) {
    const product = (a.values[i]! - ofA.mean) * ((b.values[i - lag] ?? Number.NaN) - ofB.mean);
    if (Number.isNaN(product)) continue;
    sum += product;
    pairs++;
  }
  if (pairs === 0) return 0;
  return Math.min(1, Math.max(-1, sum / (divisor ?? pairs) / (ofA.std * ofB.std)));
}

export function wrap(position: number, cycle: number): number {
  return ((position % cycle) + cycle) % cycle;
}
