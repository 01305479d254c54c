import {
  type Actor,
  appendWithin,
  defaultChain,
  type EntryDraft,
  ensureLedgerSchema,
  inTransaction,
  type JsonValue,
  type SqliteDatabase,
} from '@quadrivium/ledger';
import { ensureAuditHead } from './audit-head.js';
import type { AuditEvent } from './event.js';

/** A value, or its JSON text where the spelling of a number is part of the record. */
export type Payload = { readonly [key: string]: JsonValue } | string;

/** What happened, before it has a number. */
export interface AuditDraft {
  readonly event_id: string;
  readonly trace_id: string;
  readonly event_type: string;
  readonly payload: Payload;
  readonly created_at: string;
  readonly refs: readonly string[];
  readonly actor: Actor;
}

/** Events of all traces in one store-wide chain; a trace is a stream of it. */
export class AuditLog {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    ensureLedgerSchema(database);
    ensureAuditHead(database);
  }

  append(...drafts: readonly AuditDraft[]): void {
    if (this.#database.isTransaction) this.appendWithin(...drafts);
    else inTransaction(this.#database, () => this.appendWithin(...drafts));
  }

  /** As part of the transaction that is open: state and evidence commit together. */
  appendWithin(...drafts: readonly AuditDraft[]): void {
    const written = appendWithin(this.#database, drafts.map(toEntry));
    const [oldest, newest] = [written.at(0), written.at(-1)];
    if (oldest === undefined || newest === undefined) return;
    // Only what follows the remembered end moves it: going on after a cut must not hide the cut.
    this.#database
      .prepare(
        `INSERT INTO career_audit_head VALUES (?, ?, ?) ON CONFLICT (chain)
         DO UPDATE SET seq = excluded.seq, hash = excluded.hash WHERE career_audit_head.hash = ?`,
      )
      .run(newest.chain, newest.seq, newest.hash, oldest.previous);
  }

  /** Where the chain ended when something was last recorded: a tail that was cut off is missed here. */
  rememberedHeads(): { chain: string; seq: number; hash: string }[] {
    const rows = this.#database.prepare('SELECT chain, seq, hash FROM career_audit_head').all();
    return rows.map((row) => ({ chain: String(row.chain), seq: Number(row.seq), hash: String(row.hash) }));
  }

  /** Traces in which something was begun more often than it ended, with the newest beginning. */
  unended(started: string, ends: readonly string[]): { readonly traceId: string; readonly since: string }[] {
    const places = ends.map(() => '?').join(', ');
    const rows = this.#database
      .prepare(
        `SELECT stream, MAX(CASE WHEN type = ? THEN at END) AS since FROM ledger_entries
         WHERE chain = ? AND type IN (?, ${places}) GROUP BY stream
         HAVING SUM(type = ?) > SUM(type <> ?) ORDER BY stream`,
      )
      .all(started, defaultChain, started, ...ends, started, started);
    return rows.map((row) => ({ traceId: String(row.stream), since: String(row.since) }));
  }

  /** When each thing was last named first by an event of this type. */
  newestOf(type: string): ReadonlyMap<string, string> {
    return new Map(this.#ofType(type).map(({ refs, created_at }) => [refs[0] ?? '', created_at]));
  }

  /** Events of one type that name something among their references, oldest first. */
  about(type: string, ref: string): AuditEvent[] {
    return this.#ofType(type).filter(({ refs }) => refs.includes(ref));
  }

  #ofType(type: string): AuditEvent[] {
    const rows = this.#database
      .prepare('SELECT stream, type, at, body FROM ledger_entries WHERE chain = ? AND type = ? ORDER BY seq')
      .all(defaultChain, type);
    return rows.map((row) => toEvent(String(row.stream), type, String(row.at), String(row.body)));
  }

  trace(traceId: string): (AuditEvent & { readonly actor: Actor })[] {
    const rows = this.#database
      .prepare('SELECT type, at, actor, body FROM ledger_entries WHERE chain = ? AND stream = ? ORDER BY stream_index')
      .all(defaultChain, traceId);
    return rows.map((row) => ({
      ...toEvent(traceId, String(row.type), String(row.at), String(row.body)),
      actor: JSON.parse(String(row.actor)) as Actor,
    }));
  }
}

function toEntry({ event_id, trace_id, event_type, payload, created_at, refs, actor }: AuditDraft): EntryDraft {
  return {
    stream: trace_id,
    type: event_type,
    actor,
    at: created_at,
    body: { event_id, payload: typeof payload === 'string' ? payload : JSON.stringify(payload), refs: [...refs] },
  };
}

function toEvent(trace_id: string, event_type: string, created_at: string, body: string): AuditEvent {
  const { event_id, payload, refs } = JSON.parse(body) as { event_id: string; payload: string; refs: string[] };
  return { event_id, trace_id, event_type, payload, created_at, refs };
}
