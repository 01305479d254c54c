import { type TableShape, tables } from './tables.js';

/** The words in which the two databases differ. */
export interface Dialect {
  readonly integer: string;
  /** Text that compares byte by byte, as SQLite does, so that cursors mean the same everywhere. */
  readonly text: string;
  readonly tableEnd: string;
  /** A member of the document, as a value of a column. */
  member(name: string): string;
}

export const sqliteDialect: Dialect = {
  integer: 'INTEGER',
  text: 'TEXT',
  tableEnd: 'STRICT, WITHOUT ROWID',
  member: (name) => `json_extract(body, '$.${name}')`,
};
export const postgresDialect: Dialect = {
  integer: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  tableEnd: '',
  member: (name) => `(body::json ->> '${name}')`,
};

/** Whether a table is there without this column. */
export type Lacks = (table: string, column: string) => boolean;

/** Tables first, then columns that a database of an earlier version lacks, then indexes, which may be on them. */
export function schemaStatements(dialect: Dialect, lacks: Lacks): string[] {
  const { integer, text, tableEnd } = dialect;
  const counters = `CREATE TABLE IF NOT EXISTS counters (workspace_id ${text} NOT NULL, counter ${text} NOT NULL,
    used ${integer} NOT NULL, PRIMARY KEY (workspace_id, counter)) ${tableEnd}`;
  const shapes = Object.values(tables);
  return [
    counters,
    ...shapes.map((shape) => tableStatement(shape, dialect)),
    ...shapes.flatMap((shape) => columnStatements(shape, dialect, lacks)),
    ...shapes.flatMap(indexStatements),
  ];
}

/** Whether a column has to be added before this version can work with the database. */
export function isOutdated(lacks: Lacks): boolean {
  return Object.values(tables).some(({ table, added = {} }) =>
    Object.keys(added).some((column) => lacks(table, column)),
  );
}

function columnStatements(
  { table, added = {}, numeric = [] }: TableShape,
  { integer, text, member }: Dialect,
  lacks: Lacks,
): string[] {
  const missing = Object.entries(added).filter(([column]) => lacks(table, column));
  return missing.flatMap(([column, name]) => [
    `ALTER TABLE ${table} ADD COLUMN ${column} ${numeric.includes(column) ? integer : text}`,
    `UPDATE ${table} SET ${column} = ${member(name)}`,
  ]);
}

function tableStatement(shape: TableShape, { integer, text, tableEnd }: Dialect): string {
  const { table, key, columns, numeric = [] } = shape;
  const typed = Object.keys(columns).map((name) => {
    const required = key.includes(name) ? ' NOT NULL' : '';
    return `${name} ${numeric.includes(name) ? integer : text}${required}`;
  });
  const all = [`workspace_id ${text} NOT NULL`, ...typed, 'body TEXT NOT NULL'];
  const primary = `PRIMARY KEY (${['workspace_id', ...key].join(', ')})`;
  return `CREATE TABLE IF NOT EXISTS ${table} (${all.join(', ')}, ${primary}) ${tableEnd}`;
}

function indexStatements({ table, indexes = [] }: TableShape): string[] {
  return indexes.map(({ on, unique, where }, i) => {
    const kind = unique === true ? 'UNIQUE INDEX' : 'INDEX';
    const part = where === undefined ? '' : ` WHERE ${where}`;
    return `CREATE ${kind} IF NOT EXISTS ${table}_by_${i} ON ${table} (${on})${part}`;
  });
}
