/**
 * Removing what is old, a bounded part at a time, in the little SQL that both databases understand. A part of the evidence
 * goes together with the signed cut that stands for it, in one transaction: whenever a process dies, the chain is whole.
 */
import { type CarriedStream, type Cut, canonicalJson, signCut } from '@quadrivium/ledger';
import type { CutRequest, Pruning, Reach, Vacuumed } from '../domain/store-port.js';
import { conflict } from '../faults.js';
import type { Sql } from './sql.js';
import type { Backend } from './sql-store.js';

/** Entries that are looked at, or removed, at once. */
const part = 2000;

/** Streams without an end: they are carried over every cut. */
const endless = ['workspace', 'calls'];

export class SqlPruning implements Pruning {
  readonly #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** As far as a cut may go: before the first entry that is too young, or of a run that is there, or the newest of all. */
  async reach(workspaceId: string, chain: string, beforeIso: string, going?: ReadonlySet<string>): Promise<Reach> {
    const { from, last } = await this.#backend.read(async (sql) => ({
      from: (await lastCut(sql, chain))?.seq ?? 0,
      last: await number(sql, 'SELECT MAX(seq) AS n FROM ledger_entries WHERE chain = ?', [chain]),
    }));
    for (let after = from; after < last; after += part) {
      const held = await this.#backend.read((sql) => firstHeld(sql, { workspaceId, chain, after, beforeIso, going }));
      if (held === undefined) continue;
      const upTo = held.seq - 1;
      if (!held.isOfRun) return { from, upTo };
      const old = 'SELECT COUNT(*) AS n FROM ledger_entries WHERE chain = ? AND seq > ? AND at < ?';
      const heldBack = await this.#backend.read((sql) => number(sql, old, [chain, upTo, beforeIso]));
      return { from, upTo, heldBy: held.stream, heldBack };
    }
    return { from, upTo: Math.max(from, last - 1) };
  }

  async cut({ workspaceId, chain, upTo, at, signer }: CutRequest): Promise<Cut | undefined> {
    const removed = await this.#backend.read((sql) => removedUpTo(sql, chain, upTo));
    if (removed === undefined) return undefined;
    const cut = await signCut({ chain, ...removed }, at, signer);
    return this.#backend.transact(workspaceId, async (sql) => {
      const last = (await lastCut(sql, chain))?.seq ?? 0;
      if (last !== cut.seq - cut.count) throw conflict('Somebody else has cut this chain meanwhile.', { chain });
      await keep(sql, cut);
      return cut;
    });
  }

  size(): Promise<number> {
    return this.#backend.size();
  }

  async vacuum(whole: boolean): Promise<Vacuumed> {
    const bytesBefore = await this.#backend.size();
    const way = await this.#backend.vacuum(whole);
    return { way, bytesBefore, bytesAfter: await this.#backend.size() };
  }
}

async function number(sql: Sql, query: string, values: readonly (string | number)[]): Promise<number> {
  return Number((await sql.all(query, values))[0]?.n ?? 0);
}

async function lastCut(
  sql: Sql,
  chain: string,
): Promise<{ readonly seq: number; readonly streams: CarriedStream[] } | undefined> {
  const [row] = await sql.all('SELECT seq, streams FROM ledger_cuts WHERE chain = ? ORDER BY seq DESC LIMIT 1', [
    chain,
  ]);
  return row === undefined ? undefined : { seq: Number(row.seq), streams: JSON.parse(String(row.streams)) };
}

interface Window {
  readonly workspaceId: string;
  readonly chain: string;
  readonly after: number;
  readonly beforeIso: string;
  /** Runs that would have gone by then. */
  readonly going?: ReadonlySet<string> | undefined;
}

async function firstHeld(sql: Sql, { workspaceId, chain, after, beforeIso, going = new Set() }: Window) {
  const isOfRun = 'EXISTS (SELECT 1 FROM runs r WHERE r.workspace_id = ? AND r.run_id = e.stream)';
  const query =
    `SELECT e.seq AS seq, e.at AS at, e.stream AS stream, CASE WHEN ${isOfRun} THEN 1 ELSE 0 END AS is_of_run FROM ledger_entries e ` +
    `WHERE e.chain = ? AND e.seq > ? AND e.seq <= ? AND (e.at >= ? OR ${isOfRun}) ORDER BY e.seq` +
    (going.size === 0 ? ' LIMIT 1' : '');
  const rows = await sql.all(query, [workspaceId, chain, after, after + part, beforeIso, workspaceId]);
  const row = rows.find(({ at, stream }) => String(at) >= beforeIso || !going.has(String(stream)));
  return row && { seq: Number(row.seq), stream: String(row.stream), isOfRun: Number(row.is_of_run) === 1 };
}

/** What the next cut stands for: at most one part, so that nobody waits long for it. */
async function removedUpTo(
  sql: Sql,
  chain: string,
  most: number,
): Promise<Pick<Cut, 'seq' | 'hash' | 'count' | 'streams'> | undefined> {
  const last = await lastCut(sql, chain);
  const from = last?.seq ?? 0;
  const seq = Math.min(most, from + part);
  const [entry] = await sql.all('SELECT hash FROM ledger_entries WHERE chain = ? AND seq = ?', [chain, seq]);
  if (seq <= from || entry === undefined) return undefined;
  const streams = await carriedOver(sql, chain, seq, last?.streams ?? []);
  return { seq, hash: String(entry.hash), count: seq - from, streams };
}

async function carriedOver(
  sql: Sql,
  chain: string,
  seq: number,
  former: readonly CarriedStream[],
): Promise<CarriedStream[]> {
  const heads =
    'SELECT e.stream AS stream, e.stream_index AS number, e.hash AS hash FROM ledger_entries e JOIN ' +
    '(SELECT stream, MAX(stream_index) AS newest FROM ledger_entries WHERE chain = ? AND seq <= ? GROUP BY stream) h ' +
    'ON e.stream = h.stream AND e.stream_index = h.newest WHERE e.chain = ?';
  const ended = (await sql.all(heads, [chain, seq, chain])).map((row) => ({
    stream: String(row.stream),
    index: Number(row.number),
    hash: String(row.hash),
  }));
  const known = new Map([...former, ...ended].map((it) => [it.stream, it]));
  const goesOn = 'SELECT 1 AS one FROM ledger_entries WHERE chain = ? AND stream = ? AND stream_index = ?';
  const carried: CarriedStream[] = [];
  for (const it of known.values()) {
    if (endless.includes(it.stream) || (await sql.all(goesOn, [chain, it.stream, it.index + 1])).length > 0)
      carried.push(it);
  }
  return carried.sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

async function keep(sql: Sql, { chain, seq, hash, count, streams, at, publicKey, signature }: Cut): Promise<void> {
  const spelled = canonicalJson(streams.map(({ stream, index, hash: last }) => ({ stream, index, hash: last })));
  await sql.run(
    'INSERT INTO ledger_cuts (chain, seq, hash, count, streams, at, public_key, signature) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [chain, seq, hash, count, spelled, at, publicKey, signature],
  );
  // Asked for, so that it is written: the database removes nothing that no cut stands for.
  await lastCut(sql, chain);
  await sql.run('DELETE FROM ledger_carried_streams WHERE chain = ?', [chain]);
  for (const { stream, index, hash: last } of streams) {
    const carry = 'INSERT INTO ledger_carried_streams (chain, stream, stream_index, hash) VALUES (?, ?, ?, ?)';
    await sql.run(carry, [chain, stream, index, last]);
  }
  await sql.run('DELETE FROM ledger_checkpoints WHERE chain = ? AND seq < ?', [chain, seq]);
  await sql.run('DELETE FROM ledger_entries WHERE chain = ? AND seq <= ?', [chain, seq]);
}
