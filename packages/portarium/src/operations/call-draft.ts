import type { AuditEvent } from '@quadrivium/kernel';
import { actorOf } from '../app/deps.js';
import type { CallDraft } from '../domain/evidence.js';
import { digestOf } from '../domain/json.js';
import { isoTime } from '../domain/surroundings.js';
import type { CallerIdentity } from './caller.js';

const mostArgumentBytes = 16_384;

/** What the gate tells of a call, as the chain of calls keeps it. */
export function callDraft(event: AuditEvent): CallDraft {
  const { server, method, front, target, identity, requestId, args, outcome, kind, requests } = event;
  const { caller } = identity as Partial<CallerIdentity>;
  const actor =
    caller === undefined ? { kind: 'user' as const, id: identity.subject.slice(0, 500) || 'nobody' } : actorOf(caller);
  // When it was kept is the entry's own time: reads are kept after calls that began later.
  const when = { startedAtIso: isoTime(event.startedAtMs), durationMs: event.durationMs };
  const asked = { server, method, front, via: identity.via, requestId, args: bounded(args), requests };
  return { operation: target.slice(0, 100) || '(none)', actor, body: { ...asked, outcome, kind, ...when } };
}

/** Whole workflows and documents are known by their digest; the evidence of what they did has the rest. */
function bounded(args: unknown): unknown {
  const text = JSON.stringify(args ?? null);
  if (text.length <= mostArgumentBytes) return args;
  return { tooLong: text.length, digest: digestOf(JSON.parse(text)) };
}
