import type { Keeping } from './keeping.js';
import type { Sql } from './sql.js';

/** A transaction that waits for its turn. */
export interface Waiting {
  work(sql: Sql, keeping: Keeping): Promise<unknown>;
  /** Whether the work may be done again when what it did was taken back: it changes nothing but the database. */
  readonly isRepeatable: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}
