/**
 * The ledger on PostgreSQL: the same entries, hashes and exports as on SQLite, so that one verifier reads both. The
 * triggers refuse changes, removals and any entry that does not follow the newest one of its chain and stream.
 */
import {
  type Actor,
  type CarriedStream,
  type Checkpoint,
  type CheckpointRequest,
  type Cut,
  defaultChain,
  type Entry,
  type EntryQuery,
  type Head,
  type JsonValue,
  signCheckpoint,
} from '@quadrivium/ledger';
import type { EvidenceReader } from '../domain/store-port.js';
import { newestOf } from './postgres-append.js';
import type { Sql, SqlRow } from './sql.js';

const text = 'TEXT COLLATE "C" NOT NULL';

export const postgresLedgerSchema: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ledger_entries (chain ${text}, seq BIGINT NOT NULL, stream ${text},
    stream_index BIGINT NOT NULL, at ${text}, actor ${text}, type ${text}, body ${text}, previous ${text},
    stream_previous ${text}, hash ${text}, PRIMARY KEY (chain, seq), UNIQUE (chain, stream, stream_index))`,
  `CREATE TABLE IF NOT EXISTS ledger_checkpoints (chain ${text}, seq BIGINT NOT NULL, hash ${text}, at ${text},
    public_key ${text}, signature ${text}, PRIMARY KEY (chain, seq, public_key))`,
  `CREATE TABLE IF NOT EXISTS ledger_cuts (chain ${text}, seq BIGINT NOT NULL, hash ${text}, count BIGINT NOT NULL,
    streams ${text}, at ${text}, public_key ${text}, signature ${text}, PRIMARY KEY (chain, seq))`,
  `CREATE TABLE IF NOT EXISTS ledger_carried_streams (chain ${text}, stream ${text}, stream_index BIGINT NOT NULL,
    hash ${text}, PRIMARY KEY (chain, stream))`,
  // What a cut stands for may be removed, and nothing else.
  `CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'ledger_cuts' THEN
        IF EXISTS (SELECT 1 FROM ledger_cuts WHERE chain = OLD.chain AND seq >= OLD.seq) THEN RETURN OLD; END IF;
      END IF;
      RAISE EXCEPTION 'ledger: entries are append-only, % refused', lower(TG_OP);
    END $$`,
  // Asked as the end of an index, and of nothing but an index. The server plans these once, often while the table is still
  // empty and every way looks the same to it: asked for the highest number it has read the whole chain for each entry.
  `CREATE OR REPLACE FUNCTION ledger_follow() RETURNS trigger LANGUAGE plpgsql
      SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
    BEGIN
      IF NEW.seq - 1 <> coalesce((SELECT seq FROM ledger_entries WHERE chain = NEW.chain
          ORDER BY seq DESC LIMIT 1), 0) THEN
        RAISE EXCEPTION 'ledger: an entry must follow the newest entry of its chain';
      END IF;
      IF NEW.stream_index - 1 <> coalesce((SELECT stream_index FROM ledger_entries
          WHERE chain = NEW.chain AND stream = NEW.stream ORDER BY stream_index DESC LIMIT 1),
          (SELECT stream_index FROM ledger_carried_streams WHERE chain = NEW.chain AND stream = NEW.stream), 0) THEN
        RAISE EXCEPTION 'ledger: an entry must follow the newest entry of its stream';
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE OR REPLACE FUNCTION ledger_cut_fits() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE chain = NEW.chain AND seq = NEW.seq AND hash = NEW.hash)
          OR NOT EXISTS (SELECT 1 FROM ledger_entries WHERE chain = NEW.chain AND seq = NEW.seq + 1) THEN
        RAISE EXCEPTION 'ledger: a cut must name an entry and its hash, and leave the newest one';
      END IF;
      IF NEW.seq - NEW.count <> coalesce((SELECT max(seq) FROM ledger_cuts WHERE chain = NEW.chain), 0) THEN
        RAISE EXCEPTION 'ledger: a cut must come after the one before it';
      END IF;
      RETURN NEW;
    END $$`,
  trigger('ledger_cuts_fit', 'BEFORE INSERT ON ledger_cuts FOR EACH ROW EXECUTE FUNCTION ledger_cut_fits()'),
  ...['ledger_entries', 'ledger_checkpoints', 'ledger_cuts'].flatMap((table) => [
    trigger(`${table}_keep`, `BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ledger_refuse()`),
    trigger(`${table}_whole`, `BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()`),
  ]),
  trigger('ledger_entries_follow', 'BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_follow()'),
];

function trigger(name: string, rest: string): string {
  return `CREATE OR REPLACE TRIGGER ${name} ${rest}`;
}

const pageSize = 500;

export class PostgresLedger implements EvidenceReader {
  readonly #read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

  constructor(read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>) {
    this.#read = read;
  }

  async head(chain: string): Promise<Head> {
    const { number, hash } = await this.#read((sql) => newestOf(sql, chain));
    return { chain, seq: number, hash };
  }

  async *entries(query: EntryQuery = {}): AsyncGenerator<Entry> {
    let { after = 0, limit = Number.POSITIVE_INFINITY } = query;
    while (limit > 0) {
      const size = Math.min(limit, pageSize);
      const rows = await this.#page(query, after, size);
      for (const row of rows) yield entryOf(row);
      if (rows.length < size) return;
      after = Number(rows.at(-1)?.seq);
      limit -= rows.length;
    }
  }

  async checkpoints(chain: string = defaultChain): Promise<readonly Checkpoint[]> {
    const all = 'SELECT * FROM ledger_checkpoints WHERE chain = ? ORDER BY seq, public_key';
    return (await this.#read((sql) => sql.all(all, [chain]))).map(checkpointOf);
  }

  async cuts(chain: string = defaultChain): Promise<readonly Cut[]> {
    const all = 'SELECT * FROM ledger_cuts WHERE chain = ? ORDER BY seq';
    return (await this.#read((sql) => sql.all(all, [chain]))).map(cutOf);
  }

  async checkpoint({ chain = defaultChain, at, signer }: CheckpointRequest): Promise<Checkpoint> {
    const checkpoint = await signCheckpoint(await this.head(chain), at, signer);
    const { seq, hash, publicKey, signature } = checkpoint;
    const keep =
      'INSERT INTO ledger_checkpoints (chain, seq, hash, at, public_key, signature) VALUES (?, ?, ?, ?, ?, ?) ' +
      'ON CONFLICT DO NOTHING';
    await this.#read((sql) => sql.run(keep, [chain, seq, hash, at, publicKey, signature]));
    return checkpoint;
  }

  #page({ chain = defaultChain, stream, type }: EntryQuery, after: number, limit: number): Promise<SqlRow[]> {
    const filters = [
      ['chain = ?', chain],
      ['seq > ?', after],
      ['stream = ?', stream],
      ['type = ?', type],
    ] as const;
    const given = filters.filter(([, value]) => value !== undefined);
    const where = given.map(([condition]) => condition).join(' AND ');
    const values = given.map(([, value]) => value as string | number);
    return this.#read((sql) =>
      sql.all(`SELECT * FROM ledger_entries WHERE ${where} ORDER BY seq LIMIT ?`, [...values, limit]),
    );
  }
}

function entryOf(row: SqlRow): Entry {
  const { chain, stream, at, type, previous, hash } = row as Record<string, string>;
  return {
    v: 1,
    kind: 'entry',
    chain: chain as string,
    seq: Number(row.seq),
    stream: stream as string,
    streamIndex: Number(row.stream_index),
    at: at as string,
    actor: JSON.parse(String(row.actor)) as Actor,
    type: type as string,
    body: JSON.parse(String(row.body)) as JsonValue,
    previous: previous as string,
    streamPrevious: String(row.stream_previous),
    hash: hash as string,
  };
}

function cutOf(row: SqlRow): Cut {
  return {
    v: 1,
    kind: 'cut',
    chain: String(row.chain),
    seq: Number(row.seq),
    hash: String(row.hash),
    count: Number(row.count),
    streams: JSON.parse(String(row.streams)) as CarriedStream[],
    at: String(row.at),
    publicKey: String(row.public_key),
    signature: String(row.signature),
  };
}

function checkpointOf(row: SqlRow): Checkpoint {
  return {
    v: 1,
    kind: 'checkpoint',
    chain: String(row.chain),
    seq: Number(row.seq),
    hash: String(row.hash),
    at: String(row.at),
    publicKey: String(row.public_key),
    signature: String(row.signature),
  };
}
