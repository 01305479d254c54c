import type { BenchRow } from './row.js';

const heads = ['what', 'ours', 'baseline', 'unit', 'ratio', 'target', 'dominated by'];

/** The table as Markdown, padded so that it can be read in a terminal as well. */
export function tableOf(rows: readonly BenchRow[]): string {
  const cells = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`.trimEnd();
  const [first = [], ...rest] = cells;
  return [line(first), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n');
}

function cellsOf({ name, ours, baseline, unit, ratio, target = '', dominatedBy = '' }: BenchRow): string[] {
  return [name, number(ours), number(baseline), unit, ratio.toFixed(2), target, dominatedBy];
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
