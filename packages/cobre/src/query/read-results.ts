import type { DuckDBType } from '@duckdb/node-api';
import { type FoundFiles, findFiles, type ResultFiles } from './find-source.js';
import { flattenInto, isNested, type JsonScalar, jsonScalar } from './json-values.js';
import type { QueryConnection, QueryEngine } from './query-engine.js';
import type { ResultKind } from './result-kinds.js';
import { PlannedQuery, type Selection, type Source, tableOf } from './selection.js';

/** An output directory: what the caller calls it, and where it is. */
export interface ResultPlace {
  readonly asked: string;
  readonly path: string;
}

export interface ResultRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Exclude<JsonScalar, bigint>[])[];
  readonly total_rows: number;
  readonly truncated: boolean;
}

export interface ResultRequest {
  readonly place: ResultPlace;
  readonly kind: ResultKind;
  readonly selection: Selection;
  readonly signal?: AbortSignal;
}

/** Opens a table for one conversation with the engine. Null when the directory does not have it. */
export async function openResults<T>(
  engine: QueryEngine,
  files: ResultFiles,
  { place, kind, selection, signal }: ResultRequest,
  work: (connection: QueryConnection, query: PlannedQuery | null) => Promise<T>,
): Promise<T | null> {
  const found = await findFiles(files, place.asked, place.path, kind, selection.scenarios);
  if (found === null) return null;
  return engine.using(found.root, signal, async (connection) => {
    if (found.files.length === 0) return work(connection, null);
    return work(connection, new PlannedQuery(await describe(connection, found), kind, selection));
  });
}

/** The columns of a table, from its first file. */
async function describe(connection: QueryConnection, { files, partitioned }: FoundFiles): Promise<Source> {
  const first = await connection.all(`SELECT * FROM ${tableOf(false)} LIMIT 0`, [files.slice(0, 1)]);
  const inFolders = partitioned && !first.names.includes('scenario_id');
  return { files, partitioned: inFolders, columns: [...(inFolders ? ['scenario_id'] : []), ...first.names] };
}

/** Rows that match, at most `limit` of them, and how many there are; or why there is no file to look into. */
export async function queryRows(
  engine: QueryEngine,
  files: ResultFiles,
  request: ResultRequest,
  limit: number,
): Promise<ResultRows | 'no table' | 'no scenario'> {
  const found = await openResults(engine, files, request, async (connection, query) => {
    if (query === null) return 'no scenario';
    const counting = query.count();
    const counted = await connection.all(counting.sql, counting.values);
    const total = Number(counted.rows[0]?.[0] ?? 0);
    const reading = query.rows(limit);
    const { rows, types } = await connection.all(reading.sql, reading.values);
    return { ...tableFrom(query.names, types, rows), total_rows: total, truncated: total > rows.length };
  });
  return found ?? 'no table';
}

/** Nested columns become several; most tables have none and are only converted. */
function tableFrom(names: readonly string[], types: readonly DuckDBType[], rows: readonly (readonly unknown[])[]) {
  if (!types.some(isNested)) return { columns: names, rows: rows.map((row) => row.map(plainScalar)) };
  const records = rows.map((row) => {
    const record: Record<string, JsonScalar> = {};
    for (const [k, name] of names.entries()) flattenInto(record, name, row[k], types[k]);
    return record;
  });
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return { columns, rows: records.map((record) => columns.map((column) => plainScalar(record[column]))) };
}

/** Answers of tools are values, and no value of JSON holds more than a double. */
function plainScalar(value: unknown): Exclude<JsonScalar, bigint> {
  const scalar = jsonScalar(value);
  return typeof scalar === 'bigint' ? Number(scalar) : scalar;
}
