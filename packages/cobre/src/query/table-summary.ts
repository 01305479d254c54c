import { type QueryEngine, quotedName } from './query-engine.js';
import { tableOf } from './selection.js';

export interface SummaryRequest {
  /** Canonical directory the engine may read. */
  readonly root: string;
  /** Canonical path of one Parquet file below it. */
  readonly file: string;
  readonly column: string;
  readonly what: 'distinct' | 'largest';
  readonly signal?: AbortSignal;
}

/** One number about one column: only that column is read, and never all of it at once. */
export async function tableSummary(engine: QueryEngine, request: SummaryRequest): Promise<number> {
  const { root, file, column, what, signal } = request;
  const name = quotedName(column);
  const asked = what === 'distinct' ? `count(DISTINCT ${name})` : `coalesce(max(${name}), 0)`;
  return engine.using(root, signal, async (connection) => {
    const { rows } = await connection.all(`SELECT ${asked} FROM ${tableOf(false)}`, [[file]]);
    return Number(rows[0]?.[0] ?? 0);
  });
}
