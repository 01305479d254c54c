/** One database file: opening it, and what it needs to hold. */
import { inTransaction, openSqlite, type SqliteDatabase, SqliteLedger } from '@quadrivium/ledger';
import type { Surroundings } from '../domain/surroundings.js';
import { ThreadedReading } from './evidence-reading.js';
import { isOutdated, schemaStatements, sqliteDialect } from './schema.js';
import { SqlStore } from './sql-store.js';
import { SqliteBackend } from './sqlite-backend.js';
import type { Redact } from './transaction.js';

export interface StoreOptions {
  readonly surroundings: Surroundings;
  readonly redact?: Redact;
  /** Told what goes wrong where no caller waits for an answer. */
  readonly onProblem?: (error: unknown) => void;
}

export function openSqliteStore(path: string, options: StoreOptions): SqlStore {
  return sqliteStoreOn(openSqlite(path), options);
}

/** The store on a connection that is already open, which it closes at its end. */
export function sqliteStoreOn(database: SqliteDatabase, options: StoreOptions): SqlStore {
  const ledger = new SqliteLedger(database);
  prepare(database);
  const reading = new ThreadedReading(ledger, { kind: 'sqlite', path: database.path });
  return new SqlStore(new SqliteBackend(database, options), ledger, reading, options);
}

/** Nothing is locked unless a database of an earlier version has to be changed. */
function prepare(database: SqliteDatabase): void {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)');
  const lacks = (table: string, column: string): boolean => {
    const there = columns.all(table);
    return there.length > 0 && !there.some(({ name }) => name === column);
  };
  const make = (): void => {
    for (const statement of schemaStatements(sqliteDialect, lacks)) database.exec(statement);
  };
  if (isOutdated(lacks)) inTransaction(database, make);
  else make();
}
