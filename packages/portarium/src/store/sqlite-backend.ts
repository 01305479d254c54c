/**
 * One connection, one writer. Transactions wait for each other in this process and, through SQLite's own lock, across
 * processes. They may await their own statements but nothing else: what is slow happens before or after.
 *
 * Statements of SQLite are not asynchronous, so that a process with enough of them to do would never come to anything
 * else. Between two turns everybody else gets one now and then, and nobody sits on the thread to wait for a lock.
 */
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendWithin, type SqliteDatabase, type SqliteStatement } from '@quadrivium/ledger';
import { Breath } from '../domain/breath.js';
import type { Vacuumed } from '../domain/store-port.js';
import { portariumFault } from '../faults.js';
import { count, raiseBy } from './counters.js';
import type { Keeping } from './keeping.js';
import type { Sql, SqlRow } from './sql.js';
import type { Backend } from './sql-store.js';

/** Another process that holds the lock longer than this is told of; much longer, and the caller is refused. */
const noticedMs = 1000;
const patienceMs = 10_000;
/** For a process that is asked to end. */
const lastPatienceMs = 1000;

/** The number that SQLite has for it. */
const incremental = 2;
/** 4 MiB. */
const pagesAtOnce = 1000;

const locked = Symbol('locked');

export interface SqliteBackendOptions {
  /** Told, once per time, that another process holds the database. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

export class SqliteBackend implements Backend {
  readonly kind = 'sqlite';
  readonly #database: SqliteDatabase;
  readonly #options: SqliteBackendOptions;
  readonly #statements = new Map<string, SqliteStatement>();
  #turn: Promise<unknown> = Promise.resolve();
  readonly #breath = new Breath();
  #lockedSince: number | undefined;
  #told = false;
  #patienceMs = patienceMs;
  #isClosed = false;

  constructor(database: SqliteDatabase, options: SqliteBackendOptions = {}) {
    this.#database = database;
    this.#options = options;
    // We wait for locks ourselves; SQLite would do it on the thread that answers everybody.
    database.exec('PRAGMA busy_timeout = 5');
  }

  async transact<T>(workspaceId: string, work: (sql: Sql, keeping: Keeping) => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let tries = 0; ; tries++) {
      const done = await this.#inTurn(() => this.#attempt(workspaceId, work));
      if (done !== locked) return done;
      this.#waited(performance.now() - began);
      // Reads go on meanwhile: the turn is given back while we wait.
      await sleep(Math.min(50, 2 ** tries));
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(this.#sql));
  }

  async size(): Promise<number> {
    const { path } = this.#database;
    const files = await Promise.all([path, `${path}-wal`].map((file) => stat(file).catch(() => ({ size: 0 }))));
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  /** A file of an earlier version is written anew once; from then on pages that are free are given back a few at a time. */
  async vacuum(whole: boolean): Promise<Vacuumed['way']> {
    const isGradual = await this.read(async () => this.#pragma('auto_vacuum') === incremental);
    const isWhole = whole || !isGradual;
    if (isWhole) await this.read(async () => this.#database.exec(`PRAGMA auto_vacuum = ${incremental}; VACUUM`));
    else while (await this.read(async () => this.#giveBack()));
    await this.read(async () => this.#pragma('wal_checkpoint(TRUNCATE)'));
    return isWhole ? 'written anew' : 'a part at a time';
  }

  /** Whether there may be more. */
  #giveBack(): boolean {
    const free = this.#pragma('freelist_count');
    if (free === 0) return false;
    this.#pragma(`incremental_vacuum(${pagesAtOnce})`);
    return this.#pragma('freelist_count') < free;
  }

  #pragma(words: string): number {
    return Number(Object.values(this.#database.prepare(`PRAGMA ${words}`).all()[0] ?? {})[0] ?? 0);
  }

  hurry(): void {
    this.#patienceMs = lastPatienceMs;
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#isClosed = true;
    this.#database.close();
  }

  async #attempt<T>(workspaceId: string, work: (sql: Sql, keeping: Keeping) => Promise<T>): Promise<T | typeof locked> {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (isLocked(error)) return locked;
      throw storeFault(error);
    }
    this.#lockedSince = undefined;
    this.#told = false;
    try {
      const result = await work(this.#sql, this.#keeping(workspaceId));
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw storeFault(error);
    }
  }

  #waited(milliseconds: number): void {
    if (milliseconds > this.#patienceMs) throw storeFault(new Error('database is locked'));
    this.#lockedSince ??= performance.now();
    if (this.#told || performance.now() - this.#lockedSince < noticedMs) return;
    this.#told = true;
    this.#options.onProblem?.(
      portariumFault('Unavailable', 'Another process holds the lock of the database; what writes has to wait.', {
        suggestion: 'End what holds the file open in a transaction, for instance a backup or a shell.',
      }),
    );
  }

  /**
   * Reads wait as well: on one connection they would otherwise see half a transaction. Others get a turn only ever between
   * transactions: what uses the connection beside us must find none open.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn
      .then(() => this.#breath.take())
      .then(() => {
        // Whoever waited for somebody else's lock until now is told that it was in vain.
        if (this.#isClosed) throw portariumFault('Unavailable', 'This server is ending; nothing was changed.');
        return work();
      });
    this.#turn = result.catch(() => {});
    return result;
  }

  readonly #sql: Sql = {
    all: async (sql, values) => this.#statement(sql).all(...values) as SqlRow[],
    run: async (sql, values) => void this.#statement(sql).run(...values),
  };

  #keeping(workspaceId: string): Keeping {
    return {
      append: async (drafts) => void appendWithin(this.#database, drafts),
      raise: async (counter, by) => {
        const before = await count(this.#sql, workspaceId, counter);
        await raiseBy(this.#sql, workspaceId, counter, by);
        return before;
      },
    };
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

const isLocked = (error: unknown): boolean => /database is locked|SQLITE_BUSY/i.test((error as Error).message ?? '');

/** A full disk or a locked file is a state of the world, not a bug: the caller may try again later. */
function storeFault(error: unknown): unknown {
  const text = (error as Error).message ?? '';
  if (!/disk is full|disk I\/O|database is locked|readonly database|SQLITE_(FULL|BUSY|IOERR)/i.test(text)) return error;
  return portariumFault('Unavailable', `The database cannot be written at the moment: ${text}.`, {
    cause: error,
    suggestion: 'Nothing was changed. Free disk space or end what holds the file, then try again.',
  });
}
