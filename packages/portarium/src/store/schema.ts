import { type TableShape, tables } from './tables.js';

/** The words in which the two databases differ. */
export interface Dialect {
  readonly integer: string;
  /** Text that compares byte by byte, as SQLite does, so that cursors mean the same everywhere. */
  readonly text: string;
  readonly tableEnd: string;
}

export const sqliteDialect: Dialect = { integer: 'INTEGER', text: 'TEXT', tableEnd: 'STRICT, WITHOUT ROWID' };
export const postgresDialect: Dialect = { integer: 'BIGINT', text: 'TEXT COLLATE "C"', tableEnd: '' };

export function schemaStatements(dialect: Dialect): string[] {
  const { integer, text, tableEnd } = dialect;
  const counters = `CREATE TABLE IF NOT EXISTS counters (workspace_id ${text} NOT NULL, counter ${text} NOT NULL,
    used ${integer} NOT NULL, PRIMARY KEY (workspace_id, counter)) ${tableEnd}`;
  return [counters, ...Object.values(tables).flatMap((shape) => tableStatements(shape, dialect))];
}

function tableStatements(shape: TableShape, { integer, text, tableEnd }: Dialect): string[] {
  const { table, key, columns, numeric = [], indexes = [] } = shape;
  const typed = Object.keys(columns).map((name) => {
    const required = key.includes(name) ? ' NOT NULL' : '';
    return `${name} ${numeric.includes(name) ? integer : text}${required}`;
  });
  const all = [`workspace_id ${text} NOT NULL`, ...typed, 'body TEXT NOT NULL'];
  const primary = `PRIMARY KEY (${['workspace_id', ...key].join(', ')})`;
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (${all.join(', ')}, ${primary}) ${tableEnd}`,
    ...indexes.map(({ on, unique, where }, i) => {
      const kind = unique === true ? 'UNIQUE INDEX' : 'INDEX';
      const part = where === undefined ? '' : ` WHERE ${where}`;
      return `CREATE ${kind} IF NOT EXISTS ${table}_by_${i} ON ${table} (${on})${part}`;
    }),
  ];
}
