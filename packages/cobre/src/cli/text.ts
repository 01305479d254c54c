import { stripVTControlCharacters } from 'node:util';
import { colors } from '@quadrivium/kernel/shell';

/** A number people can read: thousands apart, few digits. */
export function readable(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  const size = Math.abs(value);
  if (size < 1e-9) return '0';
  if (size < 0.001 || size >= 1e15) return value.toExponential(3);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** Dollars as people say them. */
export function money(value: number): string {
  const size = Math.abs(value);
  const [scale, unit] =
    size >= 1e9 ? [1e9, ' G$'] : size >= 1e6 ? [1e6, ' M$'] : size >= 1e4 ? [1e3, ' k$'] : [1, ' $'];
  return `${(value / scale).toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })}${unit}`;
}

export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  // The first number that is told in a language costs as much as reading a small case.
  const told = count < 1000 ? String(count) : count.toLocaleString('en-US');
  return `${told} ${count === 1 ? one : many}`;
}

export type Cell = string | number | boolean | null | undefined;

/** A table with a rule under its header; numbers stand to the right. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(cellText));
  const widths = header.map((name, k) => Math.max(name.length, ...texts.map((row) => seen(row[k] ?? ''))));
  const right = header.map((_, k) => rows.some((row) => typeof row[k] === 'number'));
  const padded = (text: string, k: number) => {
    const space = ' '.repeat(Math.max(0, (widths[k] ?? 0) - seen(text)));
    return right[k] ? space + text : text + space;
  };
  const line = (cells: readonly string[]) => cells.map(padded).join('  ');
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [colors.bold(line(header).trimEnd()), colors.dim(rule), ...texts.map((row) => line(row).trimEnd())].join('\n');
}

/** Columns a text takes; colours take none. */
function seen(text: string): number {
  return stripVTControlCharacters(text).length;
}

function cellText(value: Cell): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e4 ? String(value) : readable(value);
  return value === null || value === undefined ? '-' : String(value);
}

/** Facts under each other, their names aligned. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `  ${colors.dim(name.padEnd(width))}  ${value}`).join('\n');
}

export function heading(text: string): string {
  return `\n${colors.bold(colors.cyan(text))}\n`;
}
