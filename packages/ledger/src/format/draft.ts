import { ledgerFault } from '../faults.js';
import { canonicalJson } from './canonical-json.js';
import { type Actor, actorKinds, actorText, defaultChain, type EntryDraft, type SpelledEntry } from './entry.js';

/** A larger body belongs in a store of its own, with its digest in the entry. */
export const defaultMaxBodyBytes = 1_048_576;

/** A draft that was checked, with everything but its place already spelled canonically. */
export interface CheckedDraft extends Required<EntryDraft> {
  readonly spelled: Pick<SpelledEntry, 'actor' | 'at' | 'body' | 'chain' | 'stream' | 'type'>;
}

/** Everything that can be refused is refused here, before a lock is taken or a byte is written. */
export function checkDraft(draft: EntryDraft, maxBodyBytes: number = defaultMaxBodyBytes): CheckedDraft {
  const { chain = defaultChain, stream, type, at, body } = draft;
  const [chainText, streamText] = [checkName('chain', chain, 200), checkName('stream', stream, 500)];
  const typeText = checkName('type', type, 200);
  checkTime(at);
  const actor = checkActor(draft.actor);
  const bodyText = checkBody(draft, maxBodyBytes);
  const spelled = { actor: actorText(actor), at, body: bodyText, chain: chainText, stream: streamText, type: typeText };
  return { chain, stream, type, at, actor, body, spelled };
}

function checkActor(actor: Actor): Actor {
  if (!actorKinds.includes(actor?.kind)) {
    throw invalid('actor.kind', actor?.kind, `must be one of ${actorKinds.join(', ')}`);
  }
  checkName('actor.id', actor.id, 500);
  const { kind, id, onBehalfOf } = actor;
  if (onBehalfOf === undefined) return { kind, id };
  checkName('actor.onBehalfOf', onBehalfOf, 500);
  return { kind, id, onBehalfOf };
}

/** The name with its quotes. */
function checkName(field: string, value: string, longest: number): string {
  if (typeof value !== 'string' || value === '') throw invalid(field, value, 'must be text that is not empty');
  if (value.length > longest) throw invalid(field, `${value.slice(0, 40)}…`, `must have at most ${longest} characters`);
  return canonicalJson(value);
}

/** Whole seconds up to nanoseconds, always UTC: one moment then sorts the same way everywhere. */
export const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

function checkTime(at: string): void {
  if (typeof at !== 'string' || !timePattern.test(at) || Number.isNaN(Date.parse(at))) {
    throw invalid('at', at, 'must be a UTC time such as 2026-01-31T09:30:00.000Z');
  }
}

function checkBody(draft: EntryDraft, maxBodyBytes: number): string {
  const text = canonicalJson(draft.body);
  // UTF-8 needs at most three bytes for a UTF-16 unit, so most bodies are small enough without counting.
  if (text.length * 3 <= maxBodyBytes) return text;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBodyBytes) return text;
  throw ledgerFault('EntryTooLarge', `The body of this ${draft.type} entry has ${bytes} bytes; ${maxBodyBytes} fit.`, {
    context: { stream: draft.stream, type: draft.type, bytes, limit: maxBodyBytes },
    suggestion: 'Keep the payload elsewhere and record its SHA-256 and where it is.',
  });
}

function invalid(field: string, value: unknown, why: string): Error {
  return ledgerFault('InvalidDraft', `The entry's ${field} ${why}.`, { context: { field, value } });
}
