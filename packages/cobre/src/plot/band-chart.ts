import type { ChartSpec } from './chart.js';
import { blue } from './look.js';

/** What one in ten scenarios stays below, the median, and what one in ten exceeds. */
export interface BandPoint {
  readonly name: string;
  readonly stage: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

interface BandText {
  readonly title: string;
  readonly subtitle: string;
  readonly axis: string;
  readonly color?: string;
}

/** One panel per name, all with the same scale, so that subsystems can be compared. */
export function bandChart(
  points: readonly BandPoint[],
  { title, subtitle, axis, color = blue }: BandText,
): ChartSpec | null {
  const names = [...new Set(points.map(({ name }) => name))];
  if (names.length === 0) return null;
  const columns = names.length === 1 ? 1 : names.length <= 4 ? 2 : 3;
  const y = (field: string) => ({ field, type: 'quantitative', title: axis });
  return {
    title: { text: title, subtitle },
    data: { values: points },
    facet: { field: 'name', type: 'nominal', sort: names },
    columns,
    spacing: { column: 26, row: 22 },
    spec: {
      width: columns === 1 ? 720 : columns === 2 ? 400 : 290,
      height: columns === 1 ? 360 : columns === 2 ? 220 : 170,
      encoding: { x: { field: 'stage', type: 'quantitative', title: 'Stage', scale: { nice: false } } },
      layer: [
        { mark: { type: 'area', color, opacity: 0.25 }, encoding: { y: y('p10'), y2: { field: 'p90' } } },
        { mark: { type: 'line', color, strokeWidth: 2.2 }, encoding: { y: y('p50') } },
      ],
    },
  };
}
