/**
 * Writes that wait to be sent, put together: rows of one table become one statement, and those to different tables one
 * more, which costs the server one plan and one answer. What is written to one table keeps its order, and of a row that is
 * written twice in a row only the last is sent.
 */
import { wellFormed } from '../domain/invalid-value.js';
import type { SqlValue, WholeRow } from './sql.js';

export interface Write {
  readonly table: string | undefined;
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly row?: WholeRow | undefined;
}

/** What is written to one table at once, by the key of the row; whatever is not a row stands alone. */
type Rows = Map<string, Write>;

export function batched(writes: readonly Write[]): readonly Write[] {
  const batches: Write[] = [];
  let tables = new Map<string, Rows[]>();
  const close = (): void => {
    batches.push(...rounds([...tables.values()]));
    tables = new Map();
  };
  for (const write of writes) {
    // A statement in two halves could not be told apart from two, so those that make tables stay alone.
    if (write.table === undefined) {
      close();
      batches.push(write);
    } else place(tables, write.table, write);
  }
  close();
  return batches;
}

function place(tables: Map<string, Rows[]>, table: string, write: Write): void {
  const turns = tables.get(table) ?? [];
  tables.set(table, turns);
  const last = turns.at(-1);
  const { row } = write;
  if (last === undefined || row === undefined || !isLike(last, write)) {
    turns.push(new Map([[row?.key ?? '', write]]));
    return;
  }
  // Behind the others, as it would have been alone.
  last.delete(row.key);
  last.set(row.key, write);
}

function isLike(rows: Rows, { text }: Write): boolean {
  const [first] = rows.values();
  return first?.row !== undefined && first.text === text;
}

/** The first of every table together, then the second of every table that has one. */
function rounds(tables: readonly (readonly Rows[])[]): Write[] {
  const most = Math.max(0, ...tables.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) =>
    asOne(tables.flatMap((turns) => (turns[turn] ? [turns[turn]] : []))),
  );
}

function asOne(tables: readonly Rows[]): Write {
  const parts = tables.map(manyRows);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const named = parts.slice(0, -1).map(({ text }, i) => `part_${i} AS (${text})`);
  return {
    table: undefined,
    text: `WITH ${named.join(', ')} ${parts.at(-1)?.text}`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Any number of rows is one value, so that the statement is the same for all numbers; the table knows the types. */
function manyRows(rows: Rows): Write {
  const writes = [...rows.values()];
  const [first] = writes as [Write];
  if (first.row === undefined || writes.length === 1) return first;
  const { table, columns, onConflict } = first.row;
  const names = columns.join(', ');
  const all = writes.map(({ values }) => Object.fromEntries(columns.map((name, i) => [name, kept(values[i])])));
  return {
    table,
    text: `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, ?::json) ${onConflict}`,
    values: [JSON.stringify(all)],
  };
}

/** Half a character becomes the sign for one that cannot be shown, as it does in a value that is sent by itself. */
const kept = (value: SqlValue | undefined): SqlValue | undefined =>
  typeof value === 'string' ? wellFormed(value) : value;
