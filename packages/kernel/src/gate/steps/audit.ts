import type { AuditEvent, AuditOutcome } from '../audit-event.js';
import type { Call, CallFailure, GateStep } from '../call.js';

/** Tells the audit hook what happened, whatever happened. Evidence that fails to be kept never changes the answer. */
export const audit: GateStep = {
  name: 'audit',
  always: true,
  async run(call) {
    if (call.settings.audit === undefined) return;
    try {
      await call.settings.audit(eventOf(call));
    } catch (error) {
      call.context.log.error({ err: error, tool: call.requestedName }, 'The audit hook failed.');
    }
  },
};

function eventOf(call: Call): AuditEvent {
  const { context, failure, settings } = call;
  return {
    server: settings.server,
    method: 'tools/call',
    target: call.tool?.name ?? String(settings.redact(call.requestedName)),
    identity: context.identity,
    era: context.era,
    protocolVersion: context.protocolVersion,
    requestId: context.requestId,
    args: settings.redact(call.args),
    outcome: outcomeOf(call),
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
