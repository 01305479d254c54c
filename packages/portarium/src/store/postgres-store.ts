/**
 * The same store on PostgreSQL, for when one machine is not enough. A transaction takes its workspace's lock first, so
 * that it sees and changes the workspace alone, exactly as SQLite's single writer would; workspaces do not wait for each
 * other.
 */

import { createHash } from 'node:crypto';
import pg from 'pg';
import type { TransactOptions, Vacuumed } from '../domain/store-port.js';
import { isAway, portariumFault } from '../faults.js';
import { ThreadedReading } from './evidence-reading.js';
import type { Keeping } from './keeping.js';
import { commitTogether, type Held } from './postgres-group.js';
import { PostgresLedger, postgresLedgerSchema } from './postgres-ledger.js';
import { lastPatienceMs, Patience } from './postgres-patience.js';
import { Habits } from './postgres-reads.js';
import { sqlOn } from './postgres-sql.js';
import type { Waiting } from './postgres-waiting.js';
import { type Lacks, postgresDialect, schemaStatements } from './schema.js';
import type { Sql } from './sql.js';
import { type Backend, SqlStore } from './sql-store.js';
import type { StoreOptions } from './sqlite-store.js';
import { tables } from './tables.js';

export interface PostgresOptions extends StoreOptions {
  readonly maxConnections?: number;
}

const schemaLock = 7_203_114n;

/** A read waits for nobody's lock: a server that takes this long for one does not work. */
const readWithinMs = 10_000;

/** Statements are sent without waiting for the answers to those before them. The types do not know of it yet. */
const pipelined = { pipeline: true };

/**
 * Whatever is asked often has an index, and the server plans it once per connection. Planned while a table is small, that
 * would be to read all of it, which is what it would still do for every start when the table has grown. Said when connecting: what a session sets for
 * itself stays with the server's end of it, which a pooler in between gives to others. Options in the address come first.
 */
const byIndexes = '-c enable_seqscan=off -c jit=off';

export async function openPostgresStore(url: string, options: PostgresOptions): Promise<SqlStore> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    // A server that neither answers nor hangs up is away too. It must be longer than what others may hold a lock for.
    query_timeout: 30_000,
    keepAlive: true,
    // A process that is stopped in the middle of a transaction must not hold its workspace for ever.
    idle_in_transaction_session_timeout: 15_000,
    options: [process.env.PGOPTIONS, byIndexes].filter(Boolean).join(' '),
    ...pipelined,
  });
  // A connection that breaks is replaced, and whoever uses it hears of it by the statement that fails. Without listeners
  // it would end the process: the pool tells of idle ones, and each connection of itself between two statements.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const backend = new PostgresBackend(pool);
  try {
    await backend.prepare();
  } catch (error) {
    await pool.end();
    throw portariumFault('Unavailable', `The database cannot be opened: ${(error as Error).message}`, { cause: error });
  }
  const ledger = new PostgresLedger((work) => backend.read(work));
  return new SqlStore(backend, ledger, new ThreadedReading(ledger, { kind: 'postgres', url }), options);
}

/** They are soon learnt again. */
const mostHabits = 1000;

class PostgresBackend implements Backend {
  readonly kind = 'postgres';
  readonly #pool: pg.Pool;
  /** Who waits, by workspace; a workspace without an entry has nobody under way. */
  readonly #queues = new Map<string, Waiting[]>();

  readonly #habits = new Map<string, Habits>();
  readonly #patience: Patience;
  #isOver = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#patience = new Patience(pool);
  }

  /**
   * Under a lock of its own: several processes may start on an empty database at the same moment. What is already there is
   * left alone, because replacing a trigger would make everybody else wait.
   */
  prepare(): Promise<void> {
    const statements = (lacks: Lacks): string =>
      [...schemaStatements(postgresDialect, lacks), ...postgresLedgerSchema].join(';\n');
    const digest = createHash('sha256')
      .update(statements(() => false))
      .digest('hex');
    const make = async (sql: Sql): Promise<void> => {
      await sql.run('CREATE TABLE IF NOT EXISTS schema_state (digest TEXT PRIMARY KEY)', []);
      const made = await sql.all('SELECT digest FROM schema_state WHERE digest = ?', [digest]);
      if (made.length > 0) return;
      const columns =
        'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()';
      const there = (await sql.all(columns, [])).map((row) => `${row.table_name}.${row.column_name}`);
      const lacks: Lacks = (table, column) =>
        there.includes(`${table}.workspace_id`) && !there.includes(`${table}.${column}`);
      await sql.run(statements(lacks), []);
      await sql.run('INSERT INTO schema_state (digest) VALUES (?)', [digest]);
    };
    return new Promise((resolve, reject) => {
      const alone = { work: make, isRepeatable: false, resolve: () => resolve(), reject };
      void this.#serve({ lock: schemaLock, workspaceId: '', habits: new Habits() }, [alone]);
    });
  }

  transact<T>(
    workspaceId: string,
    work: (sql: Sql, keeping: Keeping) => Promise<T>,
    { isRepeatable = false }: TransactOptions = {},
  ): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      const waiting = { work, isRepeatable, resolve, reject: (error: unknown) => reject(storeFault(error)) };
      const queue = this.#queues.get(workspaceId);
      if (queue !== undefined) return void queue.push(waiting);
      const fresh: Waiting[] = [waiting];
      this.#queues.set(workspaceId, fresh);
      const held = { lock: lockOf(workspaceId), workspaceId, habits: this.#habitsOf(workspaceId) };
      void this.#serve(held, fresh, () => this.#queues.delete(workspaceId));
    }) as Promise<T>;
  }

  async read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken: Error | undefined;
    try {
      return await work(sqlOn(client, readWithinMs));
    } catch (error) {
      const fault = storeFault(error);
      if (isAway(fault)) broken = error as Error;
      throw fault;
    } finally {
      client.release(broken);
    }
  }

  #habitsOf(workspaceId: string): Habits {
    const habits = this.#habits.get(workspaceId) ?? new Habits();
    if (this.#habits.size > mostHabits) this.#habits.clear();
    this.#habits.set(workspaceId, habits);
    return habits;
  }

  size(): Promise<number> {
    const query = 'SELECT pg_database_size(current_database()) AS n';
    return this.read(async (sql) => Number((await sql.all(query, []))[0]?.n));
  }

  /** On a connection of its own, which may take as long as it needs. */
  async vacuum(whole: boolean): Promise<Vacuumed['way']> {
    const { connectionString } = this.#pool.options;
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      const names = [...Object.values(tables).map(({ table }) => table), 'ledger_entries', 'ledger_checkpoints'];
      for (const name of names) await client.query(`VACUUM ${whole ? '(FULL, ANALYZE)' : '(ANALYZE)'} ${name}`);
      return whole ? 'written anew' : 'for reuse';
    } catch (error) {
      throw storeFault(error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Whatever is asked is still asked, but a server that does not answer is not waited for as long as before. */
  hurry(): void {
    this.#pool.options.connectionTimeoutMillis = lastPatienceMs;
    this.#patience.hurry();
  }

  close(): Promise<void> {
    this.#isOver = true;
    this.#patience.close();
    return this.#pool.end();
  }

  /** Ends in the same breath as it finds nobody waiting: whoever comes then begins anew. */
  async #serve(held: Held, queue: Waiting[], end: () => void = () => {}): Promise<void> {
    while (queue.length > 0) await this.#commit(held, queue);
    end();
  }

  async #commit(held: Held, queue: Waiting[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#connect();
    } catch (error) {
      for (const { reject } of queue.splice(0)) reject(error);
      return;
    }
    let broken: Error | undefined;
    try {
      await commitTogether(client, held, queue);
    } catch {
      // Whoever waited was told.
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
    }
    client.release(broken);
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#isOver) throw portariumFault('Unavailable', 'This server is ending; nothing was changed.');
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw portariumFault('Unavailable', `The database cannot be reached: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** 64 bits of the workspace's name; two workspaces that meet by chance only wait for each other. */
function lockOf(workspaceId: string): bigint {
  return createHash('sha256').update(workspaceId).digest().readBigInt64BE(0);
}

/** Connections that end, and servers that shut down or are out of room, are states of the world and not bugs. */
function storeFault(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  const away =
    /^(08|53|57P|25P03)/.test(code ?? '') ||
    /Connection terminated|not queryable|Query read timeout|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(
      message,
    );
  if (!away) return error;
  const isInDoubt = (error as { readonly isInDoubt?: boolean }).isInDoubt === true;
  return portariumFault('Unavailable', `The database cannot be used at the moment: ${message}`, {
    cause: error,
    suggestion: isInDoubt
      ? 'It is not known whether this was written. Look, or repeat it with the same idempotency key, when the database is back.'
      : 'Nothing was changed. Try again when the database is back.',
  });
}
