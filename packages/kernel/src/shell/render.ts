import { isObject } from '../essentials/index.js';
import { own } from '../essentials/own.js';
import { spelled } from './spelled.js';

/** Values for people: lists of objects become tables, objects become lines, the rest stays as it is. */
type Row = Readonly<Record<string, unknown>>;

const widest = 60;

export function render(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? '(none)' : value.every(isObject) ? table(value) : value.map(cell).join('\n');
  return isObject(value) ? lines(value) : cell(value);
}

function lines(row: Row): string {
  const names = Object.keys(row);
  const width = Math.max(0, ...names.map((name) => name.length));
  const text = names.map((name) => {
    const value = row[name];
    const nested = Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value);
    return nested ? `${name}:\n${indent(whole(value))}` : `${name.padEnd(width)}  ${cell(value)}`;
  });
  return text.join('\n');
}

/** Whoever looks at one thing sees all of it: rows that a table would cut are written one below the other. */
function whole(value: unknown): string {
  const rows = Array.isArray(value) ? (value as Row[]) : [];
  const cut = rows.some((row) => Object.values(row).some((part) => shortened(cell(part)) !== cell(part)));
  return cut ? rows.map((row) => `- ${indent(lines(row)).slice(2)}`).join('\n') : render(value);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

function table(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => shortened(cell(own(row, column)))));
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, at) => part.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

function shortened(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > widest ? `${flat.slice(0, widest - 1)}…` : flat;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(4);
  // What others wrote must not be able to steer the terminal of whoever reads it, or hide anything there.
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return spelled(value.join(', '));
  return spelled(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
