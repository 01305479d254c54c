/** SISTEMA: subsystems and the cost of deficit, interchange, load, and plants that are not simulated. */

import { code, each, need, readRecord, real, text, whole } from './field.js';
import { badLine, Cursor, type DeckFile, isBlank, type Line, type Origin } from './line.js';
import { hasYear, type YearColumns, type YearRow, yearRows } from './year-table.js';

const subsystem = {
  code: code(1, 4),
  name: text(5, 15),
  fictitious: whole(17, 18),
  deficitCost: each(4, 8, (k) => real(19 + k, 26 + k, 'R$/MWh')),
  deficitDepth: each(4, 6, (k) => real(51 + k, 56 + k, 'share of the load')),
};

const pair = { from: code(1, 4), to: code(5, 8), minimum: whole(23, 24) };
const source = { subsystem: code(1, 4), group: whole(6, 9), name: text(11, 31) };
const months: YearColumns = { year: [0, 4], first: 7, width: 7, step: 8, unit: 'MW' };

export type Subsystem = ReturnType<typeof readRecord<typeof subsystem>>;

export interface Interchange {
  readonly origin: Origin;
  readonly from: number;
  readonly to: number;
  /** Limits that must be reached instead of limits that must not be passed. */
  readonly isMinimum: boolean;
  readonly direct: readonly YearRow[];
  readonly reverse: readonly YearRow[];
}

export interface SubsystemTable {
  readonly origin: Origin;
  readonly subsystem: number;
  readonly rows: readonly YearRow[];
}

export interface Source extends SubsystemTable {
  readonly group: number;
  readonly name: string;
}

export interface System {
  readonly deficitLevels: number;
  readonly subsystems: readonly Subsystem[];
  readonly interchange: readonly Interchange[];
  readonly load: readonly SubsystemTable[];
  readonly sources: readonly Source[];
}

export function readSystem(file: DeckFile): System {
  const cursor = new Cursor(file, 3);
  const levels = readRecord({ levels: need(whole(1, 4), 1) }, cursor.need('the number of deficit levels'));
  cursor.skip(3);
  const subsystems = cursor.records().map((line) => readRecord(subsystem, line));
  cursor.skip(3);
  const interchange = blocksOf(cursor.table()).map(interchangeOf);
  cursor.skip(3);
  const load = blocksOf(cursor.records()).map(([head, rows]) => ({
    ...readRecord({ subsystem: code(1, 4) }, head),
    rows: yearRows(months, rows),
  }));
  cursor.skip(3);
  return {
    deficitLevels: levels.levels,
    subsystems,
    interchange,
    load,
    sources: blocksOf(cursor.records()).map(sourceOf),
  };
}

function sourceOf([head, rows]: Block): Source {
  const { group, ...record } = readRecord(source, head);
  if (group === null && record.name !== '') throw badLine(head, 6, 'the number of a group before its name', 9);
  return { ...record, group: group ?? 1, rows: yearRows(months, rows) };
}

/** A line of codes and the lines of years below it. */
export type Block = readonly [head: Line, rows: Line[]];

export function blocksOf(lines: readonly Line[], isRow: (line: Line) => boolean = (line) => hasYear(line)): Block[] {
  const blocks: [Line, Line[]][] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (!isRow(line) && !isBlank(line)) blocks.push([line, []]);
    else if (open !== undefined) open[1].push(line);
    else if (!isBlank(line)) throw badLine(line, 0, 'a line of codes before the first year');
  }
  return blocks;
}

/** Years of one direction, a blank line, years of the other. Without the blank the years would repeat. */
function interchangeOf([head, lines]: Block): Interchange {
  const { from, to, minimum, origin } = readRecord(pair, head);
  if ((minimum ?? 0) !== 0 && minimum !== 1) throw badLine(head, 23, '0 (largest) or 1 (least interchange)', 24);
  const gap = lines.findIndex(isBlank);
  const direct = yearRows(months, gap < 0 ? lines : lines.slice(0, gap));
  const reverse = yearRows(months, gap < 0 ? [] : lines.slice(gap).filter((line) => !isBlank(line)));
  for (const rows of [direct, reverse]) {
    const twice = rows.findIndex(({ year }, k) => rows.findIndex((row) => row.year === year) !== k);
    const line = lines.find((candidate) => candidate.line === rows[twice]?.origin.line);
    if (line) throw badLine(line, 0, 'a blank line between the two directions, as this year was given already', 4);
  }
  return { origin, from, to, isMinimum: minimum === 1, direct, reverse };
}
