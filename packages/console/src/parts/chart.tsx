import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { figure } from '../numbers/format.js';
import { Table } from './table.js';

export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly tone: 'first' | 'second' | 'edge';
  readonly dashed?: boolean;
}

export interface ChartProps {
  readonly title: string;
  readonly xLabel: string;
  /** What a place on the axis is called; its number where nothing is given. */
  readonly named?: (x: number) => string;
  readonly unit: string;
  /** A risk of 15 % must not stand at the bottom. */
  readonly fromZero?: boolean;
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  /** Fills between two lines, by their places in `lines`: the upper and the lower. */
  readonly bands?: readonly (readonly [number, number])[];
  /** One sentence for whoever cannot see it. */
  readonly summary: string;
}

const height = 260;

/** Lines over time, drawn by uPlot; the numbers themselves are there as a table. */
export function Chart(props: ChartProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const open = useSignal(false);
  useEffect(() => (place.current === null ? undefined : draw(place.current, props)), [props]);
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {props.title} <span class="soft">({props.unit})</span>
      </figcaption>
      <div ref={place} class="plot" role="img" aria-label={`${props.title}: ${props.summary}`} />
      <details
        onToggle={(event) => {
          open.value = event.currentTarget.open;
        }}
      >
        <summary>Numbers of “{props.title}”</summary>
        {open.value && <Numbers {...props} />}
      </details>
    </figure>
  );
}

function Numbers({ title, xLabel, named = String, x, lines }: ChartProps) {
  return (
    <Table
      caption={title}
      head={[xLabel, ...lines.map(({ label }) => label)]}
      rows={x.map((at, row) => ({
        key: String(at),
        cells: [named(at), ...lines.map(({ values }) => figure(values[row]))],
      }))}
    />
  );
}

/** Draws, follows the width of its place and the colours of the page, and gives back how to take it all away. */
function draw(place: HTMLElement, props: ChartProps): () => void {
  let plot = create(place, props);
  const resize = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  resize.observe(place);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const redraw = (): void => {
    plot.destroy();
    plot = create(place, props);
  };
  scheme.addEventListener('change', redraw);
  return () => {
    resize.disconnect();
    scheme.removeEventListener('change', redraw);
    plot.destroy();
  };
}

const fromNothing: uPlot.Range.Function = (_, __, most) => [0, Math.max(1, (most ?? 0) * 1.1)];

/** One value alone would have no width, and no name below it. */
const around: uPlot.Range.Function = ({ data: [x] }, least, most) =>
  x.length === 1 ? [(x[0] ?? 0) - 1, (x[0] ?? 0) + 1] : [least, most];

/** Stages, iterations and years are no amounts: 2026, not 2,026. */
function create(place: HTMLElement, { xLabel, named = String, fromZero, x, lines, bands = [] }: ChartProps): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const tones = { first: colour('--chart-1'), second: colour('--chart-2'), edge: colour('--chart-band') };
  const axis = {
    stroke: colour('--soft'),
    grid: { stroke: colour('--rule'), width: 1 },
    ticks: { stroke: colour('--rule'), width: 1 },
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
  const options: uPlot.Options = {
    width: place.clientWidth,
    height,
    scales: { x: { time: false, range: around }, ...(fromZero ? { y: { range: fromNothing } } : {}) },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    axes: [
      {
        ...axis,
        label: xLabel,
        labelSize: 18,
        labelFont: axis.font,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
        values: (_, ticks) => ticks.map(named),
        ...(named === String ? {} : { space: 70 }),
      },
      { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => figure(tick, true)) },
    ],
    series: [
      { label: xLabel, value: (_: uPlot, value: number | null) => (value === null ? '–' : named(value)) },
      ...lines.map(({ label, tone, dashed }) => ({
        label,
        stroke: tones[tone],
        width: tone === 'edge' ? 1 : 2,
        ...(dashed ? { dash: [6, 4] } : {}),
        points: { show: tone !== 'edge' && x.length <= 24 },
        value: (_: uPlot, value: number | null) => figure(value, true),
      })),
    ],
    bands: bands.map(([upper, lower]) => ({ series: [upper + 1, lower + 1], fill: tones.edge })),
  };
  return new uPlot(options, [[...x], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData, place);
}
