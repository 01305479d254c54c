import type { CloudEvent, Webhook } from '../domain/event.js';
import { idOf, type RunId, type WorkspaceId } from '../domain/ids.js';
import type { Notice } from '../domain/notice.js';
import type {
  ApiKey,
  Collections,
  DueRun,
  EvidenceReader,
  Store,
  Tally,
  Timer,
  TransactOptions,
  Tx,
  Vacuumed,
} from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { Workspace } from '../domain/workspace.js';
import type { ThreadedReading } from './evidence-reading.js';
import type { Keeping } from './keeping.js';
import { SqlPruning } from './pruning.js';
import type { Sql, SqlRow } from './sql.js';
import type { StoreOptions } from './sqlite-store.js';
import { tallyOf } from './tally.js';
import { collections, type Redact, recording } from './transaction.js';

/** What differs between the databases: how a transaction begins, who may write at once, how entries are appended. */
export interface Backend {
  readonly kind: 'sqlite' | 'postgres';
  transact<T>(
    workspaceId: string,
    work: (sql: Sql, keeping: Keeping) => Promise<T>,
    options?: TransactOptions,
  ): Promise<T>;
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  hurry(): void;
  /** Bytes on the disk. */
  size(): Promise<number>;
  vacuum(whole: boolean): Promise<Vacuumed['way']>;
  close(): Promise<void>;
}

const body = <T>(row: SqlRow): T => JSON.parse(String(row.body)) as T;

const runKey = (row: SqlRow): { readonly workspaceId: WorkspaceId; readonly runId: RunId } => ({
  workspaceId: idOf(String(row.workspace_id)),
  runId: idOf(String(row.run_id)),
});

/** As many as the next power of two, by repeating one: a handful of statements serves lists of any length. */
function padded(names: readonly string[]): readonly string[] {
  const [first] = names;
  if (first === undefined) return [];
  const missing = 2 ** Math.ceil(Math.log2(names.length)) - names.length;
  return [...names, ...Array.from({ length: missing }, () => first)];
}

export class SqlStore implements Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly ledger: EvidenceReader;
  readonly evidence: ThreadedReading;
  readonly pruning: SqlPruning;
  readonly #backend: Backend;
  readonly #surroundings: Surroundings;
  readonly #redact: Redact;
  readonly #listeners = new Set<(workspaceId: string, events: readonly string[]) => void>();

  constructor(backend: Backend, ledger: EvidenceReader, evidence: ThreadedReading, options: StoreOptions) {
    const { surroundings, redact = (value) => value } = options;
    this.kind = backend.kind;
    this.ledger = ledger;
    this.evidence = evidence;
    this.pruning = new SqlPruning(backend);
    this.#backend = backend;
    this.#surroundings = surroundings;
    this.#redact = redact;
  }

  async transact<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T> {
    let told = false;
    let types: readonly string[] = [];
    const recorded = async (sql: Sql, keeping: Keeping): Promise<T> => {
      const { tx, flush, emitted } = recording(sql, idOf(workspaceId), this.#surroundings, this.#redact);
      const answer = await work(tx);
      told = await flush(keeping);
      types = emitted();
      return answer;
    };
    const result = await this.#backend.transact(workspaceId, recorded, options);
    if (told) for (const listener of this.#listeners) listener(workspaceId, types);
    return result;
  }

  read<T>(workspaceId: string, work: (tx: Collections) => Promise<T>): Promise<T> {
    return this.#backend.read((sql) => work(collections(sql, idOf(workspaceId))));
  }

  async workspaces(): Promise<readonly Workspace[]> {
    return (await this.#rows('SELECT body FROM workspaces ORDER BY workspace_id', [])).map((row) =>
      body<Workspace>(row),
    );
  }

  async findApiKey(keyId: string): Promise<ApiKey | undefined> {
    const [row] = await this.#rows('SELECT body FROM api_keys WHERE key_id = ?', [keyId]);
    return row === undefined ? undefined : body<ApiKey>(row);
  }

  async dueRuns(
    now: number,
    limit: number,
    except: readonly string[] = [],
    leasesAt = now,
  ): Promise<readonly DueRun[]> {
    const names = padded(except);
    const marks = names.map(() => '?').join(', ');
    const others =
      names.length === 0
        ? ''
        : `AND workspace_id NOT IN (${marks}) AND workspace_id || '/' || workflow_id NOT IN (${marks})`;
    const due =
      'SELECT workspace_id, workflow_id, run_id FROM runs WHERE wake_at IS NOT NULL AND wake_at <= ? AND lease_until <= ? ' +
      `${others} ORDER BY wake_at LIMIT ?`;
    const rows = await this.#rows(due, [now, leasesAt, ...names, ...names, limit]);
    return rows.map((row) => ({ ...runKey(row), workflowId: idOf(String(row.workflow_id)) }));
  }

  async heldRuns(now: number) {
    const held = 'SELECT workspace_id, run_id FROM runs WHERE wake_at IS NOT NULL AND lease_until > ? ORDER BY wake_at';
    return (await this.#rows(held, [now])).map(runKey);
  }

  async dueTimers(now: number, limit: number): Promise<readonly Timer[]> {
    const rows = await this.#rows('SELECT body FROM timers WHERE fire_at <= ? ORDER BY fire_at LIMIT ?', [now, limit]);
    return rows.map((row) => body<Timer>(row));
  }

  /**
   * A run that somebody holds is due again when its lease ends, in case the holder died. The first few in the order of
   * their time are enough: whoever waits by this looks again before long anyway.
   */
  async nextDue(): Promise<number | undefined> {
    const runs = await this.#rows(
      'SELECT wake_at, lease_until FROM runs WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT 100',
      [],
    );
    const timers = await this.#rows('SELECT fire_at FROM timers ORDER BY fire_at LIMIT 1', []);
    const times = [
      ...runs.map((row) => Math.max(Number(row.wake_at), Number(row.lease_until))),
      ...timers.map((row) => Number(row.fire_at)),
    ];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  dueWebhooks(now: number): Promise<readonly Webhook[]> {
    return this.#dueSubscribers('webhooks', now);
  }

  dueNotices(now: number): Promise<readonly Notice[]> {
    return this.#dueSubscribers('notices', now);
  }

  async #dueSubscribers<T>(table: 'webhooks' | 'notices', now: number): Promise<readonly T[]> {
    const rows = await this.#rows(`SELECT body FROM ${table} WHERE active = 1 AND next_attempt_at <= ?`, [now]);
    return rows.map((row) => body<T>(row));
  }

  async events(workspaceId: string, after: number, limit: number): Promise<readonly CloudEvent[]> {
    const page = 'SELECT body FROM outbox WHERE workspace_id = ? AND seq > ? ORDER BY seq LIMIT ?';
    const rows = await this.#rows(page, [workspaceId, after, limit]);
    return rows.map((row) => body<{ event: CloudEvent }>(row).event);
  }

  tally(now: number): Promise<Tally> {
    return this.#backend.read((sql) => tallyOf(sql, now));
  }

  /** Both databases refuse an entry that does not follow the one before it, so the newest number is how many there are. */
  async evidenceOf(
    workspaceId: string,
    stream: string,
  ): Promise<{ readonly count: number; readonly headHash: string }> {
    const newest =
      'SELECT stream_index, hash FROM ledger_entries WHERE chain = ? AND stream = ? ORDER BY stream_index DESC LIMIT 1';
    const [row] = await this.#rows(newest, [workspaceId, stream]);
    return { count: Number(row?.stream_index ?? 0), headHash: String(row?.hash ?? '') };
  }

  onCommit(listener: (workspaceId: string, events: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes something: a database that can only be read is not ready. */
  async check(): Promise<void> {
    const beat =
      "INSERT INTO counters (workspace_id, counter, used) VALUES ('', 'checks', 1) " +
      'ON CONFLICT (workspace_id, counter) DO UPDATE SET used = counters.used + 1';
    await this.#backend.transact('', (sql) => sql.run(beat, []));
  }

  hurry(): void {
    this.#backend.hurry();
  }

  async close(): Promise<void> {
    await this.evidence.close();
    await this.#backend.close();
  }

  #rows(sql: string, values: readonly (string | number)[]): Promise<SqlRow[]> {
    return this.#backend.read((connection) => connection.all(sql, values));
  }
}
