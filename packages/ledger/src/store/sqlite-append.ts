import { ledgerFault } from '../faults.js';
import { type CheckedDraft, checkDraft } from '../format/draft.js';
import { type Entry, type EntryDraft, formatVersion, genesisHash, joined } from '../format/entry.js';
import { nodeCrypto } from '../sign/node-crypto.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.js';

/**
 * Appends as part of the transaction that is open on this connection, so that a caller's own rows and their evidence
 * commit together. The tables must exist (`ensureLedgerSchema`). The transaction should have begun IMMEDIATE; one that
 * did not can fail as busy, but never fork a chain: the triggers compare its number with the newest entry's once more.
 */
export function appendWithin(
  database: SqliteDatabase,
  drafts: readonly EntryDraft[],
  maxBodyBytes?: number,
): readonly Entry[] {
  return appendChecked(
    database,
    drafts.map((draft) => checkDraft(draft, maxBodyBytes)),
  );
}

export function appendChecked(database: SqliteDatabase, drafts: readonly CheckedDraft[]): readonly Entry[] {
  if (!database.isTransaction) {
    throw ledgerFault('NoTransaction', 'There is no open transaction on this connection to append within.', {
      suggestion: 'Begin one with inTransaction, or use append.',
    });
  }
  const heads = headsOf(database);
  heads.begin();
  return drafts.map((draft) => insert(draft, heads));
}

type Statements = ReturnType<typeof prepareStatements>;

/** Preparing costs more than running; a connection keeps its statements and what it knows as long as it lives. */
const known = new WeakMap<SqliteDatabase, Heads>();

function headsOf(database: SqliteDatabase): Heads {
  const heads = known.get(database) ?? new Heads(prepareStatements(database));
  known.set(database, heads);
  return heads;
}

function prepareStatements(database: SqliteDatabase) {
  return {
    chainHead: database.prepare(
      'SELECT seq AS number, hash FROM ledger_entries WHERE chain = ? ORDER BY seq DESC LIMIT 1',
    ),
    streamHead: database.prepare(
      'SELECT stream_index AS number, hash FROM ledger_entries WHERE chain = ? AND stream = ? ' +
        'ORDER BY stream_index DESC LIMIT 1',
    ),
    carriedHead: database.prepare(
      'SELECT stream_index AS number, hash FROM ledger_carried_streams WHERE chain = ? AND stream = ?',
    ),
    insert: database.prepare(
      'INSERT INTO ledger_entries (chain, seq, stream, stream_index, at, actor, type, body, previous, ' +
        'stream_previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
  };
}

interface Position {
  readonly number: number;
  readonly hash: string;
}

interface Chain {
  head: Position;
  /** Read in the running transaction, so that it holds until its end. */
  isFresh: boolean;
  readonly streams: Map<string, Position>;
}

/** More streams than this are forgotten and read again; a ledger may see any number of them in its life. */
const mostStreams = 10_000;

/**
 * The newest entry of each chain and stream. A chain's head is read once per transaction. If it is still the one this
 * connection wrote last, nobody else has appended and what it remembers of the streams is still true; if another
 * process was here, or the last transaction was rolled back, the head differs and the streams are forgotten.
 */
class Heads {
  readonly statements: Statements;
  readonly #chains = new Map<string, Chain>();

  constructor(statements: Statements) {
    this.statements = statements;
  }

  begin(): void {
    for (const chain of this.#chains.values()) chain.isFresh = false;
  }

  chain(name: string): Chain {
    const chain = this.#chains.get(name);
    if (chain?.isFresh) return chain;
    const head = read(this.statements.chainHead, name);
    const streams = chain?.head.hash === head.hash && chain.streams.size < mostStreams ? chain.streams : new Map();
    const fresh = { head, isFresh: true, streams };
    this.#chains.set(name, fresh);
    return fresh;
  }

  stream(chain: Chain, name: string, stream: string): Position {
    const { streamHead, carriedHead } = this.statements;
    return chain.streams.get(stream) ?? found(streamHead, name, stream) ?? read(carriedHead, name, stream);
  }
}

function read(statement: SqliteStatement, ...keys: string[]): Position {
  return found(statement, ...keys) ?? { number: 0, hash: genesisHash };
}

function found(statement: SqliteStatement, ...keys: string[]): Position | undefined {
  return statement.get(...keys) as unknown as Position | undefined;
}

function insert(draft: CheckedDraft, heads: Heads): Entry {
  const { chain, stream, type, at, actor, body, spelled } = draft;
  const place = heads.chain(chain);
  const { number: seqBefore, hash: previous } = place.head;
  const { number: indexBefore, hash: streamPrevious } = heads.stream(place, chain, stream);
  const seq = seqBefore + 1;
  const streamIndex = indexBefore + 1;
  // Written out, here and below: copying with a spread takes longer than hashing.
  const text = {
    actor: spelled.actor,
    at,
    body: spelled.body,
    chain: spelled.chain,
    previous,
    seq,
    stream: spelled.stream,
    streamIndex,
    streamPrevious,
    type: spelled.type,
  };
  const hash = nodeCrypto.sha256(joined(text, ''));
  // biome-ignore format: one value per column, in the statement's order
  heads.statements.insert.run(
    chain, seq, stream, streamIndex, at, spelled.actor, type, spelled.body, previous, streamPrevious, hash,
  );
  place.head = { number: seq, hash };
  place.streams.set(stream, { number: streamIndex, hash });
  return {
    v: formatVersion,
    kind: 'entry',
    chain,
    seq,
    stream,
    streamIndex,
    at,
    actor,
    type,
    body,
    previous,
    streamPrevious,
    hash,
  };
}
