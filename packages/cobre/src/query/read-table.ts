import type { DuckDBType } from '@duckdb/node-api';
import { flattenInto, type JsonScalar } from './json-values.js';
import type { QueryEngine } from './query-engine.js';
import { quotedName } from './query-engine.js';
import { tableOf } from './selection.js';

export interface TableRows {
  readonly rows: readonly Readonly<Record<string, JsonScalar>>[];
  readonly total_rows: number;
  readonly truncated: boolean;
}

export interface TableRequest {
  /** Canonical directory the engine may read. */
  readonly root: string;
  /** Canonical path of one Parquet file below it. */
  readonly file: string;
  /** Only rows whose column has one of the values; a table without the column has none. */
  readonly where?: { readonly column: string; readonly values: readonly (number | string)[] };
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Rows of one file as objects in the order of the file. */
export async function readTableRows(engine: QueryEngine, request: TableRequest): Promise<TableRows> {
  const { root, file, where, limit, signal } = request;
  return engine.using(root, signal, async (connection) => {
    const { names } = await connection.all(`SELECT * FROM ${tableOf(false)} LIMIT 0`, [[file]]);
    if (where && !names.includes(where.column)) return { rows: [], total_rows: 0, truncated: false };
    const values = where?.values.map(String) ?? [];
    const list = values.map((_, k) => `$${k + 2}`).join(', ');
    // Compared as text, so that ids may be integers or words.
    const filter = where ? `WHERE CAST(${quotedName(where.column)} AS VARCHAR) IN (${list})` : '';
    const from = `FROM ${tableOf(false)} ${filter}`;
    const counted = await connection.all(`SELECT count(*) ${from}`, [[file], ...values]);
    const total = Number(counted.rows[0]?.[0] ?? 0);
    const limited = `SELECT * ${from} LIMIT CAST($${values.length + 2} AS BIGINT)`;
    const { rows, types } = await connection.all(limited, [[file], ...values, limit]);
    return { rows: recordsOf(names, types, rows), total_rows: total, truncated: total > rows.length };
  });
}

export function recordsOf(
  names: readonly string[],
  types: readonly DuckDBType[],
  rows: readonly (readonly unknown[])[],
): Record<string, JsonScalar>[] {
  return rows.map((row) => {
    const record: Record<string, JsonScalar> = {};
    for (const [k, name] of names.entries()) flattenInto(record, name, row[k], types[k]);
    return record;
  });
}
