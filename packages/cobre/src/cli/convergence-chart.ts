/// <reference path="./asciichart.d.ts" />

import { colors } from '@quadrivium/kernel/shell';
import asciichart from 'asciichart';
import { money } from './text.js';

export interface BoundsAt {
  readonly iteration: number;
  readonly lower: number;
  readonly upper: number;
  /** Half the width of the 95 % interval of the upper bound. */
  readonly margin: number;
}

const labelWidth = 14;
const height = 12;

/** Both bounds over the iterations, as wide as the terminal allows. */
export function convergenceChart(history: readonly BoundsAt[], width: number): string {
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined || history.length < 2) return '';
  const points = Math.max(20, Math.min(width - labelWidth - 4, 90));
  const [lower, upper] = [history.map((at) => at.lower), history.map((at) => at.upper)];
  const [min, max] = visibleRange(lower, upper);
  const within = (value: number) => Math.min(max, Math.max(min, value));
  const series = [upper, lower].map((values) => stretched(values, points).map(within));
  const chart = asciichart.plot(series, {
    height,
    min,
    max,
    colors: colors.isColorSupported ? [asciichart.yellow, asciichart.blue] : [undefined],
    format: (value) => money(value).padStart(labelWidth),
  });
  const axis = `${' '.repeat(labelWidth + 2)}${axisLine(first.iteration, last.iteration, points)}`;
  const legend = `${' '.repeat(labelWidth + 2)}${colors.blue('─ lower bound')}   ${colors.yellow('─ upper bound')}`;
  return [chart, axis, legend].join('\n');
}

/**
 * The first iterations know nothing of the future, and their costs would flatten everything after them: the upper bound
 * is cut off well above where it ends.
 */
function visibleRange(lower: readonly number[], upper: readonly number[]): [number, number] {
  const sorted = [...upper].sort((a, b) => a - b);
  const high = Math.max(sorted[Math.floor(sorted.length * 0.9)] ?? 0, Math.max(...lower), upper.at(-1) ?? 0);
  const low = Math.min(Math.min(...lower), sorted[0] ?? 0);
  // Differences in the last digits are nothing to see, and rows counted in them have no end.
  const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-9;
  return high - low > least ? [low, high] : [low - Math.max(1, least), high + Math.max(1, least)];
}

function stretched(values: readonly number[], points: number): number[] {
  return Array.from({ length: points }, (_, k) => {
    const at = (k * (values.length - 1)) / (points - 1);
    const [left, right] = [values[Math.floor(at)] ?? 0, values[Math.ceil(at)] ?? 0];
    return left + (right - left) * (at - Math.floor(at));
  });
}

function axisLine(first: number, last: number, width: number): string {
  const [left, right] = [`iteration ${first}`, String(last)];
  return colors.dim(left + ' '.repeat(Math.max(1, width - left.length - right.length)) + right);
}
