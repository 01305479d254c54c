/** PATAMAR: how long the blocks of load last, and by how much load, interchange and other plants differ in them. */
import { code, need, type RecordOf, readRecord, whole } from './field.js';
import { badLine, Cursor, type DeckFile, isEndMark, type Line, type Origin } from './line.js';
import { type Block, blocksOf } from './sistema.js';
import { type YearColumns, type YearRow, yearRows } from './year-table.js';

const durations: YearColumns = { year: [0, 4], first: 6, width: 6, step: 8, unit: 'share of the month' };
const factors: YearColumns = { year: [3, 7], first: 8, width: 6, step: 7, unit: 'share of the mean' };

export interface FactorTable {
  readonly origin: Origin;
  readonly rows: readonly YearRow[];
}

export interface Blocks {
  readonly count: number;
  readonly durations: readonly YearRow[];
  readonly load: readonly (FactorTable & { readonly subsystem: number })[];
  /** Each direction of a pair has factors of its own. */
  readonly interchange: readonly (FactorTable & { readonly from: number; readonly to: number })[];
  readonly sources: readonly (FactorTable & { readonly subsystem: number; readonly group: number })[];
}

const one = { subsystem: code(0, 4) };
const pair = { from: code(1, 4), to: code(5, 8) };
const group = { subsystem: code(1, 4), group: need(whole(4, 9), 4) };

export function readBlocks(file: DeckFile): Blocks {
  const cursor = new Cursor(file, 2);
  const head = cursor.need('the number of blocks');
  const { count } = readRecord({ count: need(whole(1, 3), 1) }, head);
  if (count < 1 || count > 5) throw badLine(head, 1, 'from 1 to 5 blocks', 3);
  cursor.skip(3);
  const lengths: Line[] = [];
  const isLength = (line: Line) => !isEndMark(line) && !/SUBSIS/.test(line.text);
  while (!cursor.done && isLength(cursor.peek()!)) lengths.push(cursor.next()!);
  if (!cursor.done && isEndMark(cursor.peek()!)) cursor.skip(1);
  cursor.skip(4);
  const load = tables(cursor.records(), one);
  cursor.skip(5);
  const interchange = tables(cursor.records(), pair);
  cursor.skip(4);
  const rows = yearRows(
    durations,
    lengths.filter(({ text }) => text.trim() !== ''),
  );
  return { count, durations: rows, load, interchange, sources: tables(cursor.records(), group) };
}

/** Lines of codes are short; those of years are long. */
function tables<L extends typeof one | typeof pair | typeof group>(lines: readonly Line[], head: L) {
  const isRow = ({ text }: Line) => text.trimEnd().length > 10;
  return blocksOf(lines, isRow).map(([line, rows]: Block) => {
    const record = readRecord(head, line) as RecordOf<L>;
    return { ...record, rows: yearRows(factors, rows) };
  });
}
