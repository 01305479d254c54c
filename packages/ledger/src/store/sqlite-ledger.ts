import { setImmediate as nextTurn } from 'node:timers/promises';
import { ledgerFault } from '../faults.js';
import type { Checkpoint } from '../format/checkpoint.js';
import type { Cut } from '../format/cut.js';
import { type CheckedDraft, checkDraft } from '../format/draft.js';
import { defaultChain, type Entry, type EntryDraft, genesisHash } from '../format/entry.js';
import { signCheckpoint } from '../sign/signer.js';
import type { Awaitable } from '../verify/crypto.js';
import { BatchQueue } from './batch-queue.js';
import type { CheckpointRequest, EntryQuery, Head, LedgerStore } from './ledger-store.js';
import { appendChecked, appendWithin } from './sqlite-append.js';
import { inTransaction, openSqlite, type SqliteDatabase, type SqliteRow, type SqliteValue } from './sqlite-driver.js';
import { databaseCuts } from './sqlite-lines.js';
import { checkpointColumns, entryColumns, rowCheckpoint, rowEntry } from './sqlite-rows.js';
import { ensureLedgerSchema } from './sqlite-schema.js';

export interface SqliteLedgerOptions {
  /** Makes and repairs nothing: what is there can be read, whatever somebody did to it. */
  readonly readOnly?: boolean;
  readonly busyTimeoutMs?: number;
  readonly maxBodyBytes?: number;
}

/** Opens, and creates where needed, the ledger in this database file. */
export function openSqliteLedger(path: string, options: SqliteLedgerOptions = {}): SqliteLedger {
  return new SqliteLedger(openSqlite(path, options), options);
}

/** A page is large enough to be quick and small enough to let other work in between. */
const pageSize = 500;

/** How many entries are looked at for one page of a rare type. */
const windowSize = 5000;

/** The ledger on SQLite. It can share the caller's connection, whose own tables then commit together with entries. */
export class SqliteLedger implements LedgerStore<SqliteDatabase> {
  readonly database: SqliteDatabase;
  readonly #maxBodyBytes: number | undefined;
  readonly #queue: BatchQueue<CheckedDraft, Entry>;

  constructor(database: SqliteDatabase, options: Omit<SqliteLedgerOptions, 'busyTimeoutMs'> = {}) {
    if (options.readOnly !== true) ensureLedgerSchema(database);
    this.database = database;
    this.#maxBodyBytes = options.maxBodyBytes;
    this.#queue = new BatchQueue((drafts) => inTransaction(database, (tx) => appendChecked(tx, drafts)));
  }

  async append(drafts: readonly EntryDraft[]): Promise<readonly Entry[]> {
    // Checked before it is queued: a draft that is refused must not take its neighbours with it.
    const checked = drafts.map((draft) => checkDraft(draft, this.#maxBodyBytes));
    return checked.length === 0 ? [] : this.#queue.push(checked);
  }

  appendWithin(tx: SqliteDatabase, drafts: readonly EntryDraft[]): readonly Entry[] {
    return appendWithin(tx, drafts, this.#maxBodyBytes);
  }

  async transaction<T>(work: (tx: SqliteDatabase) => Awaitable<T>): Promise<T> {
    return inTransaction(this.database, work);
  }

  async head(chain: string = defaultChain): Promise<Head> {
    const newest = 'SELECT chain, seq, hash FROM ledger_entries WHERE chain = ? ORDER BY seq DESC LIMIT 1';
    const row = this.database.prepare(newest).get(chain) as unknown as Head | undefined;
    return row === undefined ? { chain, seq: 0, hash: genesisHash } : { ...row };
  }

  async chains(): Promise<readonly string[]> {
    const rows = this.database.prepare('SELECT DISTINCT chain FROM ledger_entries ORDER BY chain').all();
    return rows.map(({ chain }) => chain as string);
  }

  /** SQLite answers at once and would otherwise give nobody else a turn: whoever waits has one after every page. */
  async *entries(query: EntryQuery = {}): AsyncGenerator<Entry> {
    let { after = 0, limit = Number.POSITIVE_INFINITY } = query;
    // There is no index of types, and a whole chain may have none of a type.
    const end = query.type === undefined ? 0 : (await this.head(query.chain)).seq;
    while (limit > 0) {
      const size = Math.min(limit, pageSize);
      const until = end === 0 ? Number.MAX_SAFE_INTEGER : after + windowSize;
      const rows = this.#page(query, after, until, size);
      for (const row of rows) yield rowEntry(row);
      if (rows.length < size && until >= end) return;
      after = rows.length < size ? until : (rows.at(-1)?.seq as number);
      limit -= rows.length;
      await nextTurn();
    }
  }

  async checkpoint({ chain = defaultChain, at, signer }: CheckpointRequest): Promise<Checkpoint> {
    const head = await this.head(chain);
    if (head.seq === 0)
      throw ledgerFault('EmptyChain', `Chain ${chain} has no entries to vouch for.`, { context: { chain } });
    // Entries never change, so signing needs no lock: the trigger compares with the entry once more.
    const checkpoint = await signCheckpoint(head, at, signer);
    const { seq, hash, publicKey, signature } = checkpoint;
    return this.#signed(chain, seq, publicKey) ?? this.#keep(checkpoint, [chain, seq, hash, at, publicKey, signature]);
  }

  async checkpoints(chain: string = defaultChain): Promise<readonly Checkpoint[]> {
    const all = `SELECT ${checkpointColumns} FROM ledger_checkpoints WHERE chain = ? ORDER BY seq, public_key`;
    return this.database.prepare(all).all(chain).map(rowCheckpoint);
  }

  async cuts(chain: string = defaultChain): Promise<readonly Cut[]> {
    return databaseCuts(this.database).filter((cut) => cut.chain === chain);
  }

  /** Writes what is still queued, then closes the connection. */
  async close(): Promise<void> {
    this.#queue.flush();
    this.database.close();
  }

  #page(query: EntryQuery, after: number, until: number, limit: number): SqliteRow[] {
    const { chain = defaultChain, stream, type } = query;
    const filters: readonly (readonly [condition: string, value: SqliteValue | undefined])[] = [
      ['chain = ?', chain],
      // The plus keeps a reader of one stream on the stream's index; both orders are the same there.
      [stream === undefined ? 'seq > ?' : '+seq > ?', after],
      [stream === undefined ? 'seq <= ?' : '+seq <= ?', until],
      ['stream = ?', stream],
      ['type = ?', type],
    ];
    const given = filters.filter(([, value]) => value !== undefined);
    const where = given.map(([condition]) => condition).join(' AND ');
    const order = stream === undefined ? 'seq' : 'stream_index';
    const page = `SELECT ${entryColumns} FROM ledger_entries WHERE ${where} ORDER BY ${order} LIMIT ?`;
    return this.database.prepare(page).all(...given.map(([, value]) => value as SqliteValue), limit);
  }

  /** Signing the same head twice with one key says nothing new; the first checkpoint stands. */
  #signed(chain: string, seq: number, publicKey: string): Checkpoint | undefined {
    const one = `SELECT ${checkpointColumns} FROM ledger_checkpoints WHERE chain = ? AND seq = ? AND public_key = ?`;
    const row = this.database.prepare(one).get(chain, seq, publicKey);
    return row === undefined ? undefined : rowCheckpoint(row);
  }

  #keep(checkpoint: Checkpoint, values: readonly SqliteValue[]): Checkpoint {
    const insert =
      'INSERT INTO ledger_checkpoints (chain, seq, hash, at, public_key, signature) VALUES (?, ?, ?, ?, ?, ?)';
    this.database.prepare(insert).run(...values);
    return checkpoint;
  }
}
