import { createHash } from 'node:crypto';
import * as z from 'zod';

/** An audit event as the seed shows it; the ledger keeps it with identity and a store-wide chain. */
export const AuditEvent = z.object({
  event_id: z.string(),
  trace_id: z.string(),
  event_type: z.string(),
  payload: z.string().describe('JSON text'),
  created_at: z.string(),
  refs: z.array(z.string()),
});
export type AuditEvent = Readonly<z.infer<typeof AuditEvent>>;

export const firstPreviousHash = '0'.repeat(64);

/** The original's per-trace hash: SHA-256 of the compact JSON with sorted keys, followed by the previous hash. */
export function traceEventHash(event: AuditEvent, previousHash: string): string {
  const { created_at, event_id, event_type, payload, refs, trace_id } = event;
  const text = JSON.stringify({ created_at, event_id, event_type, payload, refs, trace_id });
  return createHash('sha256').update(text).update(previousHash).digest('hex');
}

export interface ChainedEvent extends AuditEvent {
  readonly previous_hash: string;
  readonly event_hash: string;
}

/** Gives each event its hashes; every trace is a chain of its own. */
export function chained(events: readonly AuditEvent[]): ChainedEvent[] {
  const heads = new Map<string, string>();
  return events.map((event) => {
    const previous_hash = heads.get(event.trace_id) ?? firstPreviousHash;
    const event_hash = traceEventHash(event, previous_hash);
    heads.set(event.trace_id, event_hash);
    return { ...event, previous_hash, event_hash };
  });
}

/** Walks one trace; the index of the first bad event, or the length when all are good. */
export function verifyTrace(events: readonly ChainedEvent[]): { valid: boolean; first_invalid_index: number } {
  let previous = firstPreviousHash;
  for (const [at, event] of events.entries()) {
    const good = event.previous_hash === previous && event.event_hash === traceEventHash(event, previous);
    if (!good) return { valid: false, first_invalid_index: at };
    previous = event.event_hash;
  }
  return { valid: true, first_invalid_index: events.length };
}
