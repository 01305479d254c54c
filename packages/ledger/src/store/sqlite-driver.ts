import { DatabaseSync } from '@photostructure/sqlite';
import { ledgerFault } from '../faults.js';

/**
 * The one door to SQLite: the part of the `node:sqlite` interface that we use. The package behind it has the same
 * interface as Node's own module, so a later Node can take its place here and nowhere else.
 */
export type SqliteValue = null | number | bigint | string | Uint8Array;
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): SqliteRow | undefined;
  all(...values: SqliteValue[]): SqliteRow[];
  iterate(...values: SqliteValue[]): IterableIterator<SqliteRow>;
}

export interface SqliteDatabase {
  /** As it was opened: whoever reads at length opens another connection. */
  readonly path: string;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteOptions {
  readonly readOnly?: boolean;
  /** How long a writer waits for another process's transaction before it gives up. */
  readonly busyTimeoutMs?: number;
}

/** Write-ahead log and a full sync on every commit: what was acknowledged survives a crash and a power cut. */
export function openSqlite(path: string, options: SqliteOptions = {}): SqliteDatabase {
  const { readOnly = false, busyTimeoutMs = 10_000 } = options;
  const native = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs });
  if (!readOnly) {
    setUp(native, busyTimeoutMs);
    native.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  }
  return {
    path,
    get isTransaction() {
      return native.isTransaction;
    },
    exec: (sql) => native.exec(sql),
    prepare: (sql) => native.prepare(sql) as SqliteStatement,
    close: () => {
      if (!readOnly) foldLogIntoFile(native);
      native.close();
    },
  };
}

/**
 * Of two that set up a new file at the same moment, SQLite refuses one at once instead of letting it wait
 * (each holds the lock that the other needs), so the waiting is done here.
 */
function setUp(native: InstanceType<typeof DatabaseSync>, busyTimeoutMs: number): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, 50)) {
    try {
      giveBackPages(native);
      native.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

/** Pages that become free in a new file can be given back a few at a time. Saying so of an older file would write to it. */
function giveBackPages(native: InstanceType<typeof DatabaseSync>): void {
  const isNew = native.prepare('PRAGMA page_count').get()?.page_count === 0;
  if (isNew) native.exec('PRAGMA auto_vacuum = INCREMENTAL');
}

const isLocked = (error: unknown) => /database is locked/.test(String(error));

/**
 * SQLite folds its log into the file when the last connection closes, but this driver finalises statements only when
 * they are garbage-collected, and until then the connection is not really closed. So it is asked for; a reader in the
 * way is no reason to wait, because the log is safe where it is.
 */
function foldLogIntoFile(native: { exec(sql: string): void }): void {
  native.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Runs `work` in a transaction that holds the write lock from its start, so that what it reads stays true until it
 * commits. `work` must be synchronous: another task on the same connection would otherwise slip into the transaction.
 */
export function inTransaction<T>(database: SqliteDatabase, work: (database: SqliteDatabase) => T): T {
  if (database.isTransaction) {
    throw ledgerFault('TransactionOpen', 'This connection already has a transaction open.', {
      suggestion: 'Append within that transaction, or finish it first.',
    });
  }
  begin(database);
  try {
    const result = work(database);
    refusePromise(result);
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed COMMIT or a full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function begin(database: SqliteDatabase): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
    throw ledgerFault('DatabaseBusy', 'Another writer held the database for too long; nothing was written.', {
      cause,
      suggestion: 'Try again. Writers should keep their transactions short.',
    });
  }
}

function refusePromise(result: unknown): void {
  if (!(result instanceof Promise)) return;
  // Nobody will await it; its own failure must not end the process.
  result.catch(() => {});
  throw ledgerFault('AsyncTransaction', 'A SQLite transaction cannot wait for a promise; it was rolled back.', {
    suggestion: 'Do the waiting before the transaction, and only reads and writes inside it.',
  });
}
