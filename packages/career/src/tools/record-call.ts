import type { AuditEvent } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { actorOf } from './actor.js';

/** The trace that holds one event per call of any tool, so that reads leave a mark too. */
export const callTrace = 'calls';

/** Who called what and how it ended; the arguments stay out, because they may hold a whole resume. */
export function recordCall(app: CareerApp, { target, identity, outcome, kind }: AuditEvent): void {
  const trace = app.traceFor(callTrace, actorOf(identity));
  trace.record('ToolCalled', { tool: target, outcome, via: identity.via, ...(kind === undefined ? {} : { kind }) });
}
