import { useMemo } from 'preact/hooks';
import { figure, percent } from '../../numbers/format.js';
import { Chart, type Line } from '../../parts/chart.js';

export interface Bounds {
  readonly iteration: number;
  readonly lower: number;
  readonly upper: number;
  /** As cobre tells it, so that there is one. */
  readonly gap: number;
}

/** Two bounds that approach each other; a second run may stand beside the first, dashed. */
export function ConvergenceChart(props: {
  bounds: readonly Bounds[];
  other?: readonly Bounds[];
  names?: readonly [string, string];
}) {
  const { bounds, other, names } = props;
  const chart = useMemo(() => chartOf(bounds, other, names), [bounds, other, names?.[0], names?.[1]]);
  return <Chart {...chart} />;
}

function chartOf(bounds: readonly Bounds[], other: readonly Bounds[] = [], names?: readonly [string, string]) {
  const longest = other.length > bounds.length ? other : bounds;
  const padded = (all: readonly Bounds[], pick: (one: Bounds) => number): (number | null)[] =>
    longest.map((_, at) => (all[at] === undefined ? null : pick(all[at])));
  const pair = (all: readonly Bounds[], name: string, dashed: boolean): Line[] => [
    { label: `${name}lower bound`, values: padded(all, ({ lower }) => lower), tone: 'first', dashed },
    { label: `${name}upper bound`, values: padded(all, ({ upper }) => upper), tone: 'second', dashed },
  ];
  const last = bounds.at(-1);
  return {
    title: 'Convergence',
    xLabel: 'iteration',
    unit: 'expected cost, $',
    x: longest.map(({ iteration }) => iteration),
    lines: [
      ...pair(bounds, names === undefined ? '' : `${names[0]}: `, false),
      ...(names === undefined ? [] : pair(other, `${names[1]}: `, true)),
    ],
    summary: `after ${last?.iteration ?? 0} iterations the lower bound is ${figure(last?.lower, true)}, the upper bound ${figure(last?.upper, true)}, the gap ${percent(last?.gap)}.`,
  };
}
