import { ledgerFault } from '../faults.js';
import { type CheckedDraft, checkDraft } from '../format/draft.js';
import { type Entry, type EntryDraft, formatVersion, genesisHash, hashedText } from '../format/entry.js';
import { nodeCrypto } from '../sign/node-crypto.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.js';

/**
 * Appends as part of the transaction that is open on this connection, so that a caller's own rows and their evidence
 * commit together. The tables must exist (`ensureLedgerSchema`). The transaction should have begun IMMEDIATE; one that
 * did not can fail as busy, but never fork a chain: the triggers compare with the newest entry once more.
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
  const heads = new Heads(statementsOf(database));
  return drafts.map((draft) => insert(draft, heads));
}

interface Statements {
  readonly chainHead: SqliteStatement;
  readonly streamHead: SqliteStatement;
  readonly insert: SqliteStatement;
}

/** Preparing costs more than running; a connection keeps its statements as long as it lives. */
const prepared = new WeakMap<SqliteDatabase, Statements>();

function statementsOf(database: SqliteDatabase): Statements {
  const known = prepared.get(database);
  if (known !== undefined) return known;
  const statements = {
    chainHead: database.prepare(
      'SELECT seq AS number, hash FROM ledger_entries WHERE chain = ? ORDER BY seq DESC LIMIT 1',
    ),
    streamHead: database.prepare(
      'SELECT stream_index AS number, hash FROM ledger_entries WHERE chain = ? AND stream = ? ' +
        'ORDER BY stream_index DESC LIMIT 1',
    ),
    insert: database.prepare(
      'INSERT INTO ledger_entries (chain, seq, stream, stream_index, at, actor, type, body, previous, ' +
        'stream_previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
  };
  prepared.set(database, statements);
  return statements;
}

interface Position {
  readonly number: number;
  readonly hash: string;
}

/** The newest entry of each chain and stream, read once per transaction: nobody else can append while it is open. */
class Heads {
  readonly statements: Statements;
  readonly #chains = new Map<string, Position>();
  readonly #streams = new Map<string, Position>();

  constructor(statements: Statements) {
    this.statements = statements;
  }

  chain(chain: string): Position {
    return this.#chains.get(chain) ?? read(this.statements.chainHead, chain);
  }

  stream(chain: string, stream: string): Position {
    return this.#streams.get(`${chain}\0${stream}`) ?? read(this.statements.streamHead, chain, stream);
  }

  moveTo({ chain, seq, stream, streamIndex, hash }: Entry): void {
    this.#chains.set(chain, { number: seq, hash });
    this.#streams.set(`${chain}\0${stream}`, { number: streamIndex, hash });
  }
}

function read(statement: SqliteStatement, ...keys: string[]): Position {
  return (statement.get(...keys) as unknown as Position | undefined) ?? { number: 0, hash: genesisHash };
}

function insert(draft: CheckedDraft, heads: Heads): Entry {
  const { chain, stream, type, at, actor, body, actorText, bodyText } = draft;
  const chainHead = heads.chain(chain);
  const streamHead = heads.stream(chain, stream);
  const seq = chainHead.number + 1;
  const streamIndex = streamHead.number + 1;
  const previous = chainHead.hash;
  const streamPrevious = streamHead.hash;
  const place = { chain, seq, stream, streamIndex, at, type, previous, streamPrevious };
  const hash = nodeCrypto.sha256(hashedText({ ...place, actor: actorText, body: bodyText }));
  heads.statements.insert.run(
    chain,
    seq,
    stream,
    streamIndex,
    at,
    actorText,
    type,
    bodyText,
    previous,
    streamPrevious,
    hash,
  );
  const entry: Entry = { v: formatVersion, kind: 'entry', ...place, actor, body, hash };
  heads.moveTo(entry);
  return entry;
}
