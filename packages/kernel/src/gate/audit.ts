import type { Logger } from '../log/logger.js';
import { type AuditEvent, type AuditOutcome, noAudit, unobserved } from '../registry/audit-event.js';
import { isInputRequired } from '../registry/operation.js';
import type { AuditClaim } from '../registry/operation-context.js';
import type { Call, CallFailure, GateSettings } from './call.js';

/**
 * Keeps the event of a call, whatever happened. A call that kept its own event has its one entry: what it did stands, and
 * that it failed afterwards is for the log. A task that asks something is not at its end.
 */
export function keepEvidence(call: Call): Promise<void> | undefined {
  const { audit, observe } = call.settings;
  if (audit === noAudit && observe === unobserved) return undefined;
  const asks = call.run !== undefined && call.failure === undefined && isInputRequired(call.outcome);
  if (asks) return undefined;
  const event = eventOf(call, outcomeOf(call));
  if (!call.auditKept) return keepEvent(call.settings, event, call.context.log);
  observe(event);
  if (call.failure !== undefined) tellOfLateFailure(call, call.failure);
  return undefined;
}

/** In characters. Names, addresses and ids of requests are shorter; whoever says more fills no record with it. */
const mostWords = 2000;

function bounded(event: AuditEvent): AuditEvent {
  const { target, requestId } = event;
  return { ...event, target: shortened(target), requestId: isText(requestId) ? shortened(requestId) : requestId };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const shortened = (text: string): string => (text.length > mostWords ? `${text.slice(0, mostWords)}…` : text);

/** Evidence that fails to be kept never changes the answer. */
export async function keepEvent(settings: GateSettings, given: AuditEvent, log: Logger): Promise<void> {
  const event = bounded(given);
  settings.observe(event);
  try {
    await settings.audit(event);
  } catch (error) {
    settings.auditFailed();
    log.error({ err: error, target: event.target }, 'The audit hook failed.');
  }
}

function tellOfLateFailure({ context, requestedName }: Call, { fault }: CallFailure): void {
  context.log.warn({ err: fault, tool: requestedName }, 'The call failed after its change was committed.');
}

/** See `AuditClaim`. */
export function auditClaim(call: Call): AuditClaim {
  return {
    wanted: call.settings.audit !== noAudit,
    event: () => bounded(eventOf(call, 'ok')),
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
