import { ProtocolError, ProtocolErrorCode, type Result, type Server } from '@modelcontextprotocol/server';

import type { JsonObject } from '../../essentials/is-object.js';
import { Fault } from '../../fault.js';
import { keepEvent } from '../../gate/audit.js';
import type { GateSettings } from '../../gate/call.js';
import { crashed } from '../../gate/faults.js';
import { identifyCaller } from '../../gate/identify-caller.js';
import { redactError, redactFault } from '../../gate/redact-fault.js';
import { ownErrors } from '../../gate/stray-errors.js';
import type { AuditEvent } from '../../registry/audit-event.js';
import { targetOf } from '../refused-requests.js';
import type { RequestContext } from '../request-context.js';
import type { Handler } from './handler.js';

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

/** A handler whose parameters are read first; what cannot be read is refused and leaves its line like any other request. */
export function reading<Asked>(
  settings: GateSettings,
  method: AuditedRequest['method'],
  read: (params: JsonObject) => Asked,
  handle: (asked: Asked, context: RequestContext, server: Server) => Result | Promise<Result>,
): Handler {
  return (params, context, server) => {
    let asked: Asked;
    try {
      asked = read(params);
    } catch (error) {
      const request = { method, target: targetOf(params), args: params, subject: {} };
      return audited(settings, context, request, () => Promise.reject(error));
    }
    return handle(asked, context, server);
  };
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
  const outcome = context.cancelledByCaller ? 'cancelled' : outcomeOf(error);
  const kind = error === undefined ? {} : { kind: kindOf(error) };
  const who = { server: settings.server, front, identity, era, protocolVersion, requestId };
  const seen = { method, target: settings.redact(target), args: settings.redact(args) };
  await keepEvent(settings, { ...who, ...seen, outcome, ...kind, startedAtMs, durationMs } as AuditEvent, context.log);
}

function outcomeOf(error: unknown): AuditEvent['outcome'] {
  if (error === undefined) return 'ok';
  return isCallersMistake(error) ? 'refused' : 'failed';
}

function kindOf(error: unknown): string {
  if (error instanceof Fault) return error.kind;
  return isCallersMistake(error) ? 'InvalidArguments' : 'InternalError';
}

function isCallersMistake(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams;
}
