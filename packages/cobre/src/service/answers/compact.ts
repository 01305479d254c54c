import type { ResultRows } from '../../query/read-results.js';

type Cell = ResultRows['rows'][number][number];

export interface CompactRows extends ResultRows {
  /** Columns that have one value in all rows that are returned. */
  readonly constants: Readonly<Record<string, Cell>>;
}

/** Enough to compute with: the results themselves are exact to about as many. */
const digits = 7;

/** The same rows in fewer words: what never changes is said once, and numbers have seven digits. */
export function compact(table: ResultRows): CompactRows {
  const { columns, rows } = table;
  const [first] = rows;
  const isConstant = columns.map((_, k) => rows.length > 1 && rows.every((row) => row[k] === first![k]));
  const constants = columns.flatMap((name, k) => (isConstant[k] ? [[name, short(first![k]!)] as const] : []));
  return {
    ...table,
    columns: columns.filter((_, k) => !isConstant[k]),
    rows: rows.map((row) => row.filter((_, k) => !isConstant[k]).map(short)),
    constants: Object.fromEntries(constants),
  };
}

function short(value: Cell): Cell {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value;
}
