import type { ChartSpec } from './chart.js';
import { blue } from './look.js';
import type { EntitySpreads } from './result-source.js';

interface EnvelopeText {
  readonly title: string;
  readonly subtitle: string;
  readonly axis: string;
  readonly color?: string;
}

/** One panel per entity: all scenarios in light, nine of ten in dark, the median as a line. */
export function envelopeChart(entities: readonly EntitySpreads[], text: EnvelopeText): ChartSpec | null {
  const values = entities.flatMap(({ name, byStage }) =>
    byStage.map((spread) => ({ ...spread, name, stage: spread.key })),
  );
  if (values.length === 0) return null;
  const columns = entities.length === 1 ? 1 : entities.length <= 4 ? 2 : 3;
  return {
    title: { text: text.title, subtitle: text.subtitle },
    data: { values },
    facet: { field: 'name', type: 'nominal', sort: entities.map(({ name }) => name) },
    columns,
    spacing: { column: 26, row: 22 },
    resolve: { scale: { y: 'independent' } },
    spec: panel(text, panelSize(columns), startsAtZero(values)),
  };
}

/** A price of minus a cent is a spillage cost, not worth half an axis below zero. */
function startsAtZero(values: readonly { readonly min: number; readonly max: number }[]): boolean {
  const [low, high] = [Math.min(...values.map(({ min }) => min)), Math.max(...values.map(({ max }) => max))];
  return low > -0.02 * high;
}

function panelSize(columns: number): { readonly width: number; readonly height: number } {
  if (columns === 1) return { width: 720, height: 360 };
  return columns === 2 ? { width: 400, height: 220 } : { width: 290, height: 170 };
}

function panel(
  { axis, color = blue }: EnvelopeText,
  size: { readonly width: number; readonly height: number },
  fromZero: boolean,
): ChartSpec {
  const scale = fromZero ? { scale: { domainMin: 0 } } : {};
  const y = (field: string) => ({ field, type: 'quantitative', title: axis, ...scale });
  const band = (low: string, high: string, opacity: number) => ({
    mark: { type: 'area', color, opacity, clip: true },
    encoding: { y: y(low), y2: { field: high } },
  });
  return {
    ...size,
    encoding: { x: { field: 'stage', type: 'quantitative', title: 'Stage', scale: { nice: false } } },
    layer: [
      band('min', 'max', 0.14),
      band('p5', 'p95', 0.28),
      { mark: { type: 'line', color, strokeWidth: 2.2, clip: true }, encoding: { y: y('median') } },
    ],
  };
}
