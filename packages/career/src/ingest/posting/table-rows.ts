/**
 * Tables of a posting, as Markdown writes them. A person specification has a column for what is essential and one for what
 * is desirable; other tables have a heading at the left of every row.
 */
import { kindOfHeading, kindOfPhrase, type SectionKind } from './headings/index.js';

export interface Cell {
  readonly text: string;
  /** Characters of the line at which it begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Of the column or the row it stands in; undefined where neither tells. */
  readonly kind: SectionKind | undefined;
}

const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/;
/** What parts the lines of one cell. */
const withinCell = /(?:\s*(?:<br\s*\/?>|[•‣▪●])\s*)+/g;

export const isTableRow = (line: string): boolean => row.test(line);

/** Reads rows one after another: the first row of a table may tell what its columns hold. */
export class TableReader {
  #columns: readonly (SectionKind | undefined)[] | undefined;

  /** The table is over. */
  end(): void {
    this.#columns = undefined;
  }

  cellsOf(line: string): Cell[] {
    if (rule.test(line)) return [];
    const cells = cellsIn(line);
    if (this.#columns === undefined) {
      const kinds = cells.map(({ text }) => kindOfPhrase(text));
      const isHead = kinds.slice(1).some(isAsked) || (cells.length > 1 && kinds.every(isAsked));
      this.#columns = isHead ? kinds : [];
      if (isHead) return [];
    }
    return this.#columns.length > 0 ? byColumn(cells, this.#columns) : byRow(cells);
  }
}

const isAsked = (kind: SectionKind | undefined) => kind === 'required' || kind === 'preferred';

/** A column that holds nothing asked names the rows. */
function byColumn(cells: readonly Cell[], columns: readonly (SectionKind | undefined)[]): Cell[] {
  return cells.flatMap((cell, at) => (isAsked(columns[at]) ? linesOf({ ...cell, kind: columns[at] }) : []));
}

function byRow([first, ...rest]: readonly Cell[]): Cell[] {
  if (first === undefined) return [];
  if (rest.length === 0) return linesOf(first);
  const kind = kindOfHeading(first.text);
  return rest.flatMap((cell) => linesOf({ ...cell, kind }));
}

function cellsIn(line: string): Cell[] {
  const cells: Cell[] = [];
  let from = line.indexOf('|') + 1;
  for (let to = line.indexOf('|', from); to >= 0; to = line.indexOf('|', from)) {
    cells.push(trimmed(line.slice(from, to), from));
    from = to + 1;
  }
  return cells;
}

function linesOf(cell: Cell): Cell[] {
  const lines: Cell[] = [];
  let from = 0;
  for (const { index, 0: mark } of cell.text.matchAll(withinCell)) {
    lines.push(trimmed(cell.text.slice(from, index), cell.from + from, cell.kind));
    from = index + mark.length;
  }
  lines.push(trimmed(cell.text.slice(from), cell.from + from, cell.kind));
  return lines.filter(({ text }) => text !== '');
}

function trimmed(raw: string, at: number, kind?: SectionKind): Cell {
  const from = at + raw.length - raw.trimStart().length;
  const text = raw.trim();
  return { text, from, to: from + text.length, kind };
}
