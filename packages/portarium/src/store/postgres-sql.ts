import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { Sql, SqlRow, SqlValue } from './sql.js';

/** `within` is how long a statement may take here, where that is not what the connection allows. */
export function sqlOn(client: pg.ClientBase, within?: number): Sql {
  const limit = within === undefined ? {} : { query_timeout: within };
  const query = (sql: string, values: readonly SqlValue[]) =>
    client.query<SqlRow & pg.QueryResultRow>({ ...spelled(sql, values.length > 0), values: [...values], ...limit });
  return {
    all: async (sql, values) => (await query(sql, values)).rows,
    run: async (sql, values) => {
      await query(sql, values);
    },
  };
}

/** The types do not know of the stream. */
function streamOf(client: pg.ClientBase): Writable {
  return (client as unknown as { readonly connection: { readonly stream: Writable } }).connection.stream;
}

/** Whatever waits for an answer fails at once. */
export function hangUp(client: pg.ClientBase): void {
  streamOf(client).destroy();
}

/** What is sent meanwhile leaves together. */
export function inOnePiece(client: pg.ClientBase, send: () => void): void {
  const stream = streamOf(client);
  stream.cork();
  try {
    send();
  } finally {
    stream.uncork();
  }
}

/** A statement with a name is parsed and planned once per connection. */
interface Spelled {
  readonly text: string;
  readonly name?: string;
}

const known = new Map<string, Spelled>();

/** Lists of any length make new statements; a server should not have to keep all of them. */
const mostNames = 500;

/** `?` becomes `$1`, `$2` … None of our statements holds a question mark of its own. */
function spelled(sql: string, takesValues: boolean): Spelled {
  const found = known.get(sql);
  if (found !== undefined) return found;
  let at = 0;
  const text = sql.replace(/\?/g, () => `$${++at}`);
  const made = takesValues && known.size < mostNames ? { text, name: `portarium_${known.size}` } : { text };
  known.set(sql, made);
  return made;
}
