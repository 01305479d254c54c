import type { PeriodicSeries } from './periodic-correlation.js';
import { yuleWalker } from './yule-walker.js';

/** 95 % two-sided quantile of the standard normal. */
const SIGNIFICANT = 1.96;

/** Partial autocorrelations 1 … maxOrder: the last coefficient of the regression of each order. */
export function partialAutocorrelations(series: PeriodicSeries, position: number, maxOrder: number): readonly number[] {
  return Array.from({ length: maxOrder }, (_, i) => yuleWalker(series, position, i + 1)?.coefficients[i] ?? 0);
}

/** The largest lag whose partial autocorrelation is significant. */
export function significantOrder(partial: readonly number[], observations: number): number {
  if (observations === 0) return 0;
  return partial.findLastIndex((value) => Math.abs(value) > SIGNIFICANT / Math.sqrt(observations)) + 1;
}
