import type { SeasonSeries } from './season-series.js';

export interface SeasonStatistics {
  readonly mean: number;
  /** With divisor N. 0 for a series that does not vary. */
  readonly std: number;
  readonly count: number;
}

const FLAT = 1e-6;

/** Statistics of each position of the track. */
export function seasonalStatistics(series: SeasonSeries): readonly SeasonStatistics[] {
  return series.track.map((_, position) => statisticsOf(observed(series.values, position, series.track.length)));
}

/** The observed values at one position of a cycle, oldest first. */
export function observed(values: Float64Array, position: number, cycle: number): readonly number[] {
  const found: number[] = [];
  for (let i = position; i < values.length; i += cycle) if (!Number.isNaN(values[i])) found.push(values[i]!);
  return found;
}

export function statisticsOf(values: readonly number[]): SeasonStatistics {
  const count = values.length;
  if (count === 0) return { mean: 0, std: 0, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (isDegenerate(values)) return { mean, std: 0, count };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return { mean, std: Math.sqrt(variance), count };
}

/** Constant within a millionth, or more than half of the values equal once rounded to it. */
function isDegenerate(values: readonly number[]): boolean {
  if (Math.max(...values) - Math.min(...values) < FLAT) return true;
  const counts = new Map<number, number>();
  for (const value of values) {
    const rounded = Math.round(value / FLAT);
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  return Math.max(...counts.values()) > values.length / 2;
}
