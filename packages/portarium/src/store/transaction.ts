import type { EntryDraft, JsonValue } from '@quadrivium/ledger';
import type { DomainEvent } from '../domain/event.js';
import { type CallDraft, callChain, type EvidenceDraft } from '../domain/evidence.js';
import type { WorkspaceId } from '../domain/ids.js';
import { wellFormed } from '../domain/invalid-value.js';
import type { Collections, Tx } from '../domain/store-port.js';
import { isoTime, type Surroundings } from '../domain/surroundings.js';
import { cloudEvent } from './cloud-event.js';
import { count, raiseBy } from './counters.js';
import { DocumentTable } from './document-table.js';
import type { Keeping } from './keeping.js';
import type { Sql } from './sql.js';
import { tables } from './tables.js';

export function collections(sql: Sql, workspaceId: WorkspaceId): Collections {
  const made = Object.entries(tables).map(([name, shape]) => [name, new DocumentTable(sql, workspaceId, shape)]);
  return Object.fromEntries(made) as Collections;
}

/** Masks secrets in whatever is recorded or published. */
export type Redact = <T>(value: T) => T;

export interface Recording {
  readonly tx: Tx;
  /** The types of the events so far. */
  emitted(): readonly string[];
  /** Writes what was recorded; called once, before the commit. */
  flush(keeping: Keeping): Promise<boolean>;
}

/**
 * A transaction that collects evidence and events while the work goes on and writes them at its end: numbers are given
 * as late as possible, in one batch, and only if the work succeeds.
 */
export function recording(sql: Sql, workspaceId: WorkspaceId, surroundings: Surroundings, redact: Redact): Recording {
  const evidence: EvidenceDraft[] = [];
  const calls: CallDraft[] = [];
  const events: DomainEvent[] = [];
  const now = surroundings.now();
  /** Ids that were made here: nobody else knows a stream of such a name. */
  const made = new Set<string>();
  const held = collections(sql, workspaceId);
  const tx: Tx = {
    ...held,
    workspaceId,
    now,
    newId: (prefix) => {
      const id = surroundings.newId(prefix);
      made.add(id);
      return id;
    },
    newToken: surroundings.newToken,
    evidence: (draft) => {
      evidence.push(draft);
    },
    called: (draft) => {
      calls.push(draft);
    },
    emit: (event) => {
      events.push(event);
    },
    count: (counter) => count(sql, workspaceId, counter),
    raise: (counter) => raiseBy(sql, workspaceId, counter, 1),
  };
  return {
    tx,
    emitted: () => events.map(({ type }) => type),
    async flush(keeping) {
      const entries = [
        ...evidence.map((draft) => toEntry(draft, workspaceId, now, redact)),
        ...calls.map((draft) => toCallEntry(draft, workspaceId, now, redact)),
      ];
      if (entries.length > 0) await keeping.append(entries, (stream) => made.has(stream));
      if (events.length === 0) return evidence.length > 0;
      const before = await keeping.raise('outbox', events.length);
      for (const [i, event] of events.entries()) {
        const seq = before + i + 1;
        const spelled = cloudEvent(event, {
          workspaceId,
          seq,
          id: surroundings.newId('evt'),
          time: isoTime(now),
          redact,
        });
        await held.outbox.put({ workspaceId, seq, event: spelled });
      }
      return true;
    },
  };
}

/** One chain per workspace, one stream per run, so that a run can be checked by itself. */
function toEntry(draft: EvidenceDraft, workspaceId: WorkspaceId, now: number, redact: Redact): EntryDraft {
  const { category, type, summary, actor, correlationId, runId, links, detail } = draft;
  const body = redact({ category, summary, correlationId, runId, links, detail });
  return {
    chain: workspaceId,
    stream: runId ?? 'workspace',
    type,
    at: isoTime(now),
    actor,
    body: recordable(body),
  };
}

/** One stream: who called what is read in the order in which it was kept. */
function toCallEntry(draft: CallDraft, workspaceId: string, now: number, redact: Redact): EntryDraft {
  const { operation, actor, body } = draft;
  return {
    chain: callChain(workspaceId),
    stream: 'calls',
    type: operation,
    at: isoTime(now),
    actor,
    body: recordable(redact(body)),
  };
}

/**
 * Through JSON once: values from outside may hold `undefined` in lists, instances of classes, or the text of a stranger
 * that was cut in the middle of a character. What is evidence of a fact must not be what keeps it from being written.
 */
function recordable(body: unknown): JsonValue {
  return JSON.parse(
    JSON.stringify(body, (_, value) => (typeof value === 'string' ? wellFormed(value) : value)),
  ) as JsonValue;
}
