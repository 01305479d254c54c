import type { WorkspaceId } from '../domain/ids.js';
import type { Collection, Condition, Query, Scalar } from '../domain/store-port.js';
import type { Place, Sql, SqlRow, SqlValue, WholeRow } from './sql.js';
import type { TableShape } from './tables.js';

/** One table of documents in one workspace. The workspace is part of every statement; there is no way to leave it out. */
export class DocumentTable<T extends { readonly workspaceId: WorkspaceId }> implements Collection<T> {
  readonly #sql: Sql;
  readonly #workspaceId: WorkspaceId;
  readonly #shape: TableShape;
  readonly #spelled: Spelled;

  constructor(sql: Sql, workspaceId: WorkspaceId, shape: TableShape) {
    if (workspaceId === '') throw new TypeError('A table can only be used for a workspace.');
    this.#sql = sql;
    this.#workspaceId = workspaceId;
    this.#shape = shape;
    this.#spelled = spelled(shape);
  }

  async get(...key: readonly Scalar[]): Promise<T | undefined> {
    const [row] = await this.#sql.all(this.#spelled.get, [this.#workspaceId, ...key], this.#place(key));
    return row === undefined ? undefined : this.#read(row);
  }

  async put(value: T): Promise<void> {
    if (value.workspaceId !== this.#workspaceId) throw new TypeError('This document belongs to another workspace.');
    const { key, columns, stored } = this.#shape;
    const document = value as never;
    const { put, names, onConflict } = this.#spelled;
    const values = [
      this.#workspaceId,
      ...Object.values(columns).map((column) => column(document) ?? null),
      JSON.stringify(stored === undefined ? value : stored.write(document)),
    ];
    const place = this.#place(key.map((name) => columns[name]?.(document) ?? null));
    await this.#sql.run(put, values, { ...place, columns: names, onConflict } satisfies WholeRow);
  }

  async remove(...key: readonly Scalar[]): Promise<void> {
    await this.#sql.run(this.#spelled.remove, [this.#workspaceId, ...key]);
  }

  async find({ where = {}, newest = false, after, limit = 1_000_000 }: Query = {}): Promise<T[]> {
    const { table, key } = this.#shape;
    const terms = Object.entries(where).map(([name, condition]) => term(name, condition));
    if (after !== undefined) terms.push({ sql: `${key.at(-1)} ${newest ? '<' : '>'} ?`, values: [after] });
    const conditions = ['workspace_id = ?', ...terms.map(({ sql }) => sql)].join(' AND ');
    const order = key.length === 0 ? '' : `ORDER BY ${key.map((name) => `${name}${newest ? ' DESC' : ''}`).join(', ')}`;
    const values = [this.#workspaceId, ...terms.flatMap((it) => it.values), limit];
    const rows = await this.#sql.all(`SELECT body FROM ${table} WHERE ${conditions} ${order} LIMIT ?`, values);
    return rows.map((row) => this.#read(row));
  }

  #read(row: SqlRow): T {
    const body = JSON.parse(String(row.body)) as never;
    return (this.#shape.stored?.read(body) ?? body) as T;
  }

  #place(key: readonly Scalar[]): Place {
    return { table: this.#shape.table, key: JSON.stringify([this.#workspaceId, ...key]) };
  }
}

/** The statements of a table that are the same for all documents. */
interface Spelled {
  readonly names: readonly string[];
  readonly onConflict: string;
  readonly get: string;
  readonly put: string;
  readonly remove: string;
}

const known = new Map<TableShape, Spelled>();

function spelled(shape: TableShape): Spelled {
  const found = known.get(shape);
  if (found !== undefined) return found;
  const { table, key, columns } = shape;
  const keys = ['workspace_id', ...key];
  const names = ['workspace_id', ...Object.keys(columns), 'body'];
  const changed = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  const onConflict = `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changed.join(', ')}`;
  const where = keys.map((name) => `${name} = ?`).join(' AND ');
  const made = {
    names,
    onConflict,
    get: `SELECT body FROM ${table} WHERE ${where}`,
    put: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${onConflict}`,
    remove: `DELETE FROM ${table} WHERE ${where}`,
  };
  known.set(shape, made);
  return made;
}

function term(name: string, condition: Condition): { sql: string; values: SqlValue[] } {
  if (condition === null) return { sql: `${name} IS NULL`, values: [] };
  if (typeof condition !== 'object') return { sql: `${name} = ?`, values: [condition] };
  if ('lte' in condition) return { sql: `${name} <= ?`, values: [condition.lte] };
  if ('gte' in condition) return { sql: `${name} >= ?`, values: [condition.gte] };
  if (condition.in.length === 0) return { sql: '1 = 0', values: [] };
  const values = filledUp(condition.in);
  return { sql: `${name} IN (${values.map(() => '?').join(', ')})`, values };
}

/** Prepared statements are kept, so lists come in few lengths: powers of two, with the last value said again. */
function filledUp(values: readonly SqlValue[]): SqlValue[] {
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)] as SqlValue);
}
