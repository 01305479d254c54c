import { type AuditEvent, type AuditHook, type OperationContext, unread } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import { actorOf } from './actor.js';
import { isAuthRefusal } from './identify.js';

/** The trace that holds one event per call of any operation, so that reads leave a mark too. */
export const callTrace = 'calls';

/** Where the gate keeps its evidence: in the ledger of the database it works on. */
export function careerAudit(app: CareerApp): AuditHook {
  return (event) => recordCall(app, event);
}

/** The entry of a call, for a use case that commits it together with its own change. */
export function callEntry({ app, audit }: OperationContext<CareerApp>): CallEntry | undefined {
  if (!audit.wanted) return undefined;
  return { write: () => recordCall(app, audit.event()), kept: () => audit.kept() };
}

/** For work that is one transaction as a whole. */
export function inOneTransaction<Result>(context: OperationContext<CareerApp>, work: () => Result): Result {
  return commitWith(context.app.store.database, callEntry(context), work);
}

/** Who called what and how it ended; the arguments stay out, because they may hold a whole resume. */
function recordCall(app: CareerApp, { target, outcome, kind, identity, front, requests }: AuditEvent): void {
  const trace = app.traceFor(callTrace, actorOf(identity));
  const several = requests === undefined ? {} : { requests };
  // Who was turned away at the door of the front has named no tool that anybody read.
  const named = target === unread ? {} : { tool: target };
  if (kind !== undefined && isAuthRefusal(kind)) trace.record('AuthFailed', { ...named, code: kind, ...several });
  else
    trace.record('ToolCalled', {
      tool: target,
      outcome,
      via: identity.via,
      ...(front === 'mcp' ? {} : { front }),
      ...(kind === undefined ? {} : { kind }),
      ...several,
    });
}
