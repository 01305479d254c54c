import type { ChartSpec } from './chart.js';
import { blue } from './look.js';
import { type PanelText, panels } from './panels.js';

/** What one in ten scenarios stays below, the median, and what one in ten exceeds. */
export interface BandPoint {
  readonly name: string;
  readonly stage: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** One panel per name, all with the same scale, so that subsystems can be compared. */
export function bandChart(points: readonly BandPoint[], text: PanelText): ChartSpec | null {
  const names = [...new Set(points.map(({ name }) => name))];
  if (names.length === 0) return null;
  const { axis, color = blue } = text;
  const y = (field: string) => ({ field, type: 'quantitative', title: axis });
  return panels(text, names, points, [
    { mark: { type: 'area', color, opacity: 0.25 }, encoding: { y: y('p10'), y2: { field: 'p90' } } },
    { mark: { type: 'line', color, strokeWidth: 2.2 }, encoding: { y: y('p50') } },
  ]);
}
