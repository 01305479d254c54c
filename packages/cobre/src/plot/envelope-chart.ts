import type { ChartSpec } from './chart.js';
import { blue } from './look.js';
import { type PanelText, panels } from './panels.js';
import type { EntitySpreads } from './result-source.js';

/** One panel per entity: all scenarios in light, nine of ten in dark, the median as a line. */
export function envelopeChart(entities: readonly EntitySpreads[], text: PanelText): ChartSpec | null {
  const values = entities.flatMap(({ name, byStage }) =>
    byStage.map((spread) => ({ ...spread, name, stage: spread.key })),
  );
  if (values.length === 0) return null;
  const names = entities.map(({ name }) => name);
  return {
    ...panels(text, names, values, layers(text, startsAtZero(values))),
    resolve: { scale: { y: 'independent' } },
  };
}

/** A price of minus a cent is a spillage cost, not worth half an axis below zero. */
function startsAtZero(values: readonly { readonly min: number; readonly max: number }[]): boolean {
  const [low, high] = [Math.min(...values.map(({ min }) => min)), Math.max(...values.map(({ max }) => max))];
  return low > -0.02 * high;
}

function layers({ axis, color = blue }: PanelText, fromZero: boolean): ChartSpec[] {
  const scale = fromZero ? { scale: { domainMin: 0 } } : {};
  const y = (field: string) => ({ field, type: 'quantitative', title: axis, ...scale });
  const band = (low: string, high: string, opacity: number) => ({
    mark: { type: 'area', color, opacity, clip: true },
    encoding: { y: y(low), y2: { field: high } },
  });
  return [
    band('min', 'max', 0.14),
    band('p5', 'p95', 0.28),
    { mark: { type: 'line', color, strokeWidth: 2.2, clip: true }, encoding: { y: y('median') } },
  ];
}
