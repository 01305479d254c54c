import type pg from 'pg';
import type { Sql, SqlRow, SqlValue } from './sql.js';

export function sqlOn(client: pg.ClientBase): Sql {
  const query = (sql: string, values: readonly SqlValue[]) =>
    client.query<SqlRow & pg.QueryResultRow>(numbered(sql), [...values]);
  return {
    all: async (sql, values) => (await query(sql, values)).rows,
    run: async (sql, values) => {
      await query(sql, values);
    },
  };
}

const known = new Map<string, string>();

/** `?` becomes `$1`, `$2` … None of our statements holds a question mark of its own. */
function numbered(sql: string): string {
  const found = known.get(sql);
  if (found !== undefined) return found;
  let at = 0;
  const made = sql.replace(/\?/g, () => `$${++at}`);
  known.set(sql, made);
  return made;
}
