/**
 * One database file, one writer. Transactions wait for each other in this process and, through SQLite's own lock, across
 * processes. They may await their own statements but nothing else: what is slow happens before or after.
 */
import {
  appendWithin,
  inTransaction,
  openSqlite,
  type SqliteDatabase,
  SqliteLedger,
  type SqliteStatement,
} from '@quadrivium/ledger';
import type { Surroundings } from '../domain/surroundings.js';
import { portariumFault } from '../faults.js';
import { ThreadedReading } from './evidence-reading.js';
import { isOutdated, schemaStatements, sqliteDialect } from './schema.js';
import type { Sql, SqlRow } from './sql.js';
import { type Append, type Backend, SqlStore } from './sql-store.js';
import type { Redact } from './transaction.js';

export interface StoreOptions {
  readonly surroundings: Surroundings;
  readonly redact?: Redact;
}

export function openSqliteStore(path: string, options: StoreOptions): SqlStore {
  return sqliteStoreOn(openSqlite(path), options);
}

/** The store on a connection that is already open, which it closes at its end. */
export function sqliteStoreOn(database: SqliteDatabase, options: StoreOptions): SqlStore {
  const ledger = new SqliteLedger(database);
  prepare(database);
  const reading = new ThreadedReading(ledger, { kind: 'sqlite', path: database.path });
  return new SqlStore(new SqliteBackend(database), ledger, reading, options);
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

class SqliteBackend implements Backend {
  readonly kind = 'sqlite';
  readonly #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  transact<T>(_workspaceId: string, work: (sql: Sql, append: Append) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#begin();
      try {
        const result = await work(this.#sql, async (drafts) => void appendWithin(this.#database, drafts));
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw storeFault(error);
      }
    });
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(this.#sql));
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#database.close();
  }

  #begin(): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      throw storeFault(error);
    }
  }

  /** Reads wait as well: on one connection they would otherwise see half a transaction. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  readonly #sql: Sql = {
    all: async (sql, values) => this.#statement(sql).all(...values) as SqlRow[],
    run: async (sql, values) => void this.#statement(sql).run(...values),
  };

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** A full disk or a locked file is a state of the world, not a bug: the caller may try again later. */
function storeFault(error: unknown): unknown {
  const text = (error as Error).message ?? '';
  if (!/disk is full|disk I\/O|database is locked|readonly database|SQLITE_(FULL|BUSY|IOERR)/i.test(text)) return error;
  return portariumFault('Unavailable', `The database cannot be written at the moment: ${text}.`, {
    cause: error,
    suggestion: 'Nothing was changed. Free disk space or end what holds the file, then try again.',
  });
}
