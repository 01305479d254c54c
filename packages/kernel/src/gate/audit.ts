import { type AuditEvent, type AuditOutcome, noAudit, unobserved } from '../registry/audit-event.js';
import { isInputRequired } from '../registry/operation.js';
import type { AuditClaim } from '../registry/operation-context.js';
import type { Call, CallFailure } from './call.js';

/**
 * Keeps the event of a call, whatever happened. Evidence that fails to be kept never changes the answer. A call that kept
 * its own event and failed afterwards leaves a second one: what it did stands, and so does that it failed. A task that asks
 * something is not at its end.
 */
export function keepEvidence(call: Call): Promise<void> | undefined {
  const { audit, observe } = call.settings;
  if (audit === noAudit && observe === unobserved) return undefined;
  const asks = call.run !== undefined && call.failure === undefined && isInputRequired(call.outcome);
  return asks ? undefined : keepEvent(call);
}

async function keepEvent(call: Call): Promise<void> {
  const { settings, context } = call;
  const event = eventOf(call, outcomeOf(call));
  settings.observe(event);
  if (call.auditKept && call.failure === undefined) return;
  try {
    await settings.audit(event);
  } catch (error) {
    settings.auditFailed();
    context.log.error({ err: error, tool: call.requestedName }, 'The audit hook failed.');
  }
}

/** See `AuditClaim`. */
export function auditClaim(call: Call): AuditClaim {
  return {
    wanted: call.settings.audit !== noAudit,
    event: () => eventOf(call, 'ok'),
    kept() {
      call.auditKept = true;
    },
  };
}

function eventOf(call: Call, outcome: AuditOutcome): AuditEvent {
  const { context, failure, settings } = call;
  return {
    server: settings.server,
    method: 'tools/call',
    front: context.front,
    target: call.operation?.name ?? String(settings.redact(call.requestedName)),
    identity: context.identity,
    era: context.era,
    protocolVersion: context.protocolVersion,
    requestId: context.requestId,
    args: settings.redact(call.args),
    outcome,
    ...(failure === undefined ? {} : { kind: failure.fault.kind }),
    startedAtMs: call.startedAtMs,
    durationMs: settings.clock() - call.startedAtMs,
  };
}

const outcomeOfCause: Readonly<Record<CallFailure['cause'], AuditOutcome>> = {
  input: 'refused',
  refused: 'refused',
  'unknown-tool': 'refused',
  failed: 'failed',
  crashed: 'failed',
  cancelled: 'cancelled',
};

function outcomeOf(call: Call): AuditOutcome {
  if (call.context.cancelledByCaller) return 'cancelled';
  return call.failure === undefined ? 'ok' : outcomeOfCause[call.failure.cause];
}
