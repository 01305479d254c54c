import type { AuditEvent, Identity } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { actorOf } from './actor.js';
import { authKinds, type Identify } from './gatekeeper.js';

/** The trace that holds one event per call of any tool, so that reads leave a mark too. */
export const callTrace = 'calls';

const nobody: Identity = { subject: 'anonymous', roles: [], via: 'anonymous' };

/** Who called what and how it ended; the arguments stay out, because they may hold a whole resume. */
export async function recordCall(app: CareerApp, event: AuditEvent, identify?: Identify): Promise<void> {
  const { target, outcome, kind } = event;
  const identity = identify ? await Promise.resolve(identify(event.identity)).catch(() => nobody) : event.identity;
  const trace = app.traceFor(callTrace, actorOf(identity));
  if (kind !== undefined && authKinds.has(kind)) trace.record('AuthFailed', { tool: target, code: kind });
  else
    trace.record('ToolCalled', { tool: target, outcome, via: identity.via, ...(kind === undefined ? {} : { kind }) });
}

/** Somebody was turned away before any tool was named; what they presented is not kept. */
export function recordRefusal(app: CareerApp, code: string): void {
  app.traceFor(callTrace, actorOf(nobody)).record('AuthFailed', { code });
}
