import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import { Fault } from '../../fault.js';
import type { GateSettings } from '../../gate/call.js';
import { crashed } from '../../gate/faults.js';
import { identifyCaller } from '../../gate/identify-caller.js';
import { redactError, redactFault } from '../../gate/redact-fault.js';
import { ownErrors } from '../../gate/stray-errors.js';
import type { AuditEvent } from '../../registry/audit-event.js';
import type { RequestContext } from '../request-context.js';

export interface AuditedRequest {
  readonly method: AuditEvent['method'] | 'tasks/get';
  readonly target: string;
  readonly args: unknown;
  /** What identifies the target in error data: `{ uri }`, `{ prompt }` or `{ taskId }`. */
  readonly subject: Readonly<Record<string, string>>;
}

/**
 * Resources and prompts pass a smaller gate: the same identity, evidence and redaction, and one way to say no. A fault
 * is -32602 in every revision, because what was asked for cannot be had; anything else is a defect of ours.
 */
export async function audited<T>(
  settings: GateSettings,
  context: RequestContext,
  request: AuditedRequest,
  work: () => T | Promise<T>,
): Promise<T> {
  const startedAtMs = settings.clock();
  try {
    await identifyCaller(settings, context);
    const result = await ownErrors(request.target, work);
    await tell(settings, context, request, startedAtMs, undefined);
    return result;
  } catch (error) {
    await tell(settings, context, request, startedAtMs, error);
    throw wireErrorOf(settings, context, request, error);
  }
}

function wireErrorOf(settings: GateSettings, context: RequestContext, request: AuditedRequest, error: unknown): Error {
  if (error instanceof ProtocolError) return redactError(error, settings.redact);
  if (error instanceof Fault) {
    const { message, kind, context: facts, suggestion } = redactFault(error, settings.redact);
    const hint = suggestion === undefined ? {} : { hint: suggestion };
    return new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
      ...request.subject,
      kind,
      context: facts,
      ...hint,
    });
  }
  context.log.error({ err: error, ...request.subject }, `Unexpected error in ${request.method}`);
  const { message, kind } = redactFault(crashed(request.target, error), settings.redact);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { ...request.subject, kind });
}

async function tell(
  settings: GateSettings,
  context: RequestContext,
  { method, target, args }: AuditedRequest,
  startedAtMs: number,
  error: unknown,
): Promise<void> {
  const { identity, front, era, protocolVersion, requestId } = context;
  const durationMs = settings.clock() - startedAtMs;
  const outcome = context.cancelledByCaller ? 'cancelled' : error === undefined ? 'ok' : 'failed';
  const kind = error === undefined ? {} : { kind: error instanceof Fault ? error.kind : 'InternalError' };
  const who = { server: settings.server, front, identity, era, protocolVersion, requestId };
  const seen = { method, target: settings.redact(target), args: settings.redact(args) };
  const event = { ...who, ...seen, outcome, ...kind, startedAtMs, durationMs } as AuditEvent;
  settings.observe(event);
  try {
    await settings.audit(event);
  } catch (failure) {
    settings.auditFailed();
    context.log.error({ err: failure, target }, 'The audit hook failed.');
  }
}
