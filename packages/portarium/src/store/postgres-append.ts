/** Appending to the ledger on PostgreSQL, within a transaction that holds the lock of the chain. */
import {
  canonicalJson,
  defaultChain,
  type EntryDraft,
  genesisHash,
  hashedText,
  type JsonValue,
  nodeCrypto,
} from '@quadrivium/ledger';
import type { Tails } from './postgres-tails.js';
import type { Sql } from './sql.js';

export interface Position {
  readonly number: number;
  readonly hash: string;
}

const beginning: Position = { number: 0, hash: genesisHash };

const columns = [
  'chain',
  'seq',
  'stream',
  'stream_index',
  'at',
  'actor',
  'type',
  'body',
  'previous',
  'stream_previous',
  'hash',
];
const insert = `INSERT INTO ledger_entries (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

/** A stream that is new begins without a question; the database refuses an entry that does not follow, whoever is wrong. */
export async function appendEntries(
  sql: Sql,
  drafts: readonly EntryDraft[],
  tails: Tails,
  isNew: (stream: string) => boolean,
): Promise<void> {
  const streamTail = (chain: string, stream: string): Promise<Position> =>
    tails.of(nameOf(chain, stream), async () => (isNew(stream) ? beginning : newestOf(sql, chain, stream)));
  // All that is to be known is asked for at once.
  await Promise.all(
    drafts.flatMap(({ chain = defaultChain, stream }) => [chainTail(sql, tails, chain), streamTail(chain, stream)]),
  );
  for (const { chain = defaultChain, stream, type, at, actor, body } of drafts) {
    const head = await chainTail(sql, tails, chain);
    const inStream = await streamTail(chain, stream);
    const spelled = { actor: canonicalJson(actor as unknown as JsonValue), body: canonicalJson(body) };
    const place = {
      seq: head.number + 1,
      streamIndex: inStream.number + 1,
      previous: head.hash,
      streamPrevious: inStream.hash,
    };
    const hash = nodeCrypto.sha256(hashedText({ chain, stream, at, type, ...spelled, ...place }));
    const { seq, streamIndex, previous, streamPrevious } = place;
    const { actor: by, body: what } = spelled;
    const values = [chain, seq, stream, streamIndex, at, by, type, what, previous, streamPrevious, hash];
    const key = JSON.stringify([chain, seq]);
    await sql.run(insert, values, { table: 'ledger_entries', key, columns, onConflict: '' });
    tails.set(nameOf(chain), { number: seq, hash });
    tails.set(nameOf(chain, stream), { number: streamIndex, hash });
  }
}

export function chainTail(sql: Sql, tails: Tails, chain: string): Promise<Position> {
  return tails.of(nameOf(chain), () => newestOf(sql, chain));
}

const nameOf = (chain: string, stream?: string): string => JSON.stringify([chain, stream]);

/** The newest entry of a chain, or of a stream in it. */
export async function newestOf(sql: Sql, chain: string, stream?: string): Promise<Position> {
  const column = stream === undefined ? 'seq' : 'stream_index';
  const where = stream === undefined ? 'chain = ?' : 'chain = ? AND stream = ?';
  const newest = `SELECT ${column} AS number, hash FROM ledger_entries WHERE ${where} ORDER BY ${column} DESC LIMIT 1`;
  const [row] = await sql.all(newest, stream === undefined ? [chain] : [chain, stream]);
  if (row !== undefined) return { number: Number(row.number), hash: String(row.hash) };
  return stream === undefined ? beginning : carriedOf(sql, chain, stream);
}

/** Where a stream stood whose entries have all been cut off. */
async function carriedOf(sql: Sql, chain: string, stream: string): Promise<Position> {
  const query = 'SELECT stream_index AS number, hash FROM ledger_carried_streams WHERE chain = ? AND stream = ?';
  const [row] = await sql.all(query, [chain, stream]);
  return row === undefined ? beginning : { number: Number(row.number), hash: String(row.hash) };
}
