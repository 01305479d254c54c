import type { WorkspaceId } from '../domain/ids.js';
import type { Collection, Condition, Query, Scalar } from '../domain/store-port.js';
import type { Sql, SqlRow, SqlValue } from './sql.js';
import type { TableShape } from './tables.js';

/** One table of documents in one workspace. The workspace is part of every statement; there is no way to leave it out. */
export class DocumentTable<T extends { readonly workspaceId: WorkspaceId }> implements Collection<T> {
  readonly #sql: Sql;
  readonly #workspaceId: WorkspaceId;
  readonly #shape: TableShape;

  constructor(sql: Sql, workspaceId: WorkspaceId, shape: TableShape) {
    if (workspaceId === '') throw new TypeError('A table can only be used for a workspace.');
    this.#sql = sql;
    this.#workspaceId = workspaceId;
    this.#shape = shape;
  }

  async get(...key: readonly Scalar[]): Promise<T | undefined> {
    const { table } = this.#shape;
    const [row] = await this.#sql.all(`SELECT body FROM ${table} WHERE ${this.#keyed()}`, [this.#workspaceId, ...key]);
    return row === undefined ? undefined : this.#read(row);
  }

  async put(value: T): Promise<void> {
    if (value.workspaceId !== this.#workspaceId) throw new TypeError('This document belongs to another workspace.');
    const { table, key, columns, stored } = this.#shape;
    const names = ['workspace_id', ...Object.keys(columns), 'body'];
    const values = [
      this.#workspaceId,
      ...Object.values(columns).map((column) => column(value as never) ?? null),
      JSON.stringify(stored === undefined ? value : stored.write(value as never)),
    ];
    const changed = names.filter((name) => name !== 'workspace_id' && !key.includes(name));
    await this.#sql.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ` +
        `ON CONFLICT (${['workspace_id', ...key].join(', ')}) DO UPDATE SET ` +
        changed.map((name) => `${name} = excluded.${name}`).join(', '),
      values,
    );
  }

  async remove(...key: readonly Scalar[]): Promise<void> {
    await this.#sql.run(`DELETE FROM ${this.#shape.table} WHERE ${this.#keyed()}`, [this.#workspaceId, ...key]);
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

  #keyed(): string {
    return ['workspace_id', ...this.#shape.key].map((name) => `${name} = ?`).join(' AND ');
  }
}

function term(name: string, condition: Condition): { sql: string; values: SqlValue[] } {
  if (condition === null) return { sql: `${name} IS NULL`, values: [] };
  if (typeof condition !== 'object') return { sql: `${name} = ?`, values: [condition] };
  if ('lte' in condition) return { sql: `${name} <= ?`, values: [condition.lte] };
  if ('gte' in condition) return { sql: `${name} >= ?`, values: [condition.gte] };
  if (condition.in.length === 0) return { sql: '1 = 0', values: [] };
  return { sql: `${name} IN (${condition.in.map(() => '?').join(', ')})`, values: [...condition.in] };
}
