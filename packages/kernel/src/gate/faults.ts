import { Fault } from '../fault.js';
import type { SchemaIssue } from '../registry/compiled-schema.js';
import type { CallFailure } from './call.js';

/** Unknown and hidden tools get this very same answer, so that asking reveals nothing. */
export function unknownTool(name: string): Fault<'UnknownTool'> {
  return new Fault('UnknownTool', `Unknown tool: ${name}`, { context: { tool: name } });
}

export function writeDisabled(tool: string, message: string): Fault<'WriteDisabled'> {
  return new Fault('WriteDisabled', message, {
    context: { tool },
    suggestion: 'Ask the operator to allow writes, or use the read-only tools.',
  });
}

export function invalidArguments(tool: string, issues: readonly SchemaIssue[]): Fault<'InvalidArguments'> {
  const details = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const missing = issues.filter(({ reason }) => reason === 'missing').map(({ path }) => path);
  return new Fault('InvalidArguments', `Invalid arguments for ${tool}: ${details.join('; ')}`, {
    context: { tool, missing, issues },
    suggestion: 'Correct the arguments as the input schema of the tool describes and call again.',
  });
}

export function tooDeep(tool: string, limit: number): Fault<'InvalidArguments'> {
  const message = `Nested deeper than ${limit} levels`;
  return invalidArguments(tool, [{ path: '', message, reason: 'invalid' }]);
}

export function deadlinePassed(tool: string, timeoutMs: number): Fault<'DeadlineExceeded'> {
  return new Fault('DeadlineExceeded', `${tool} did not finish within ${timeoutMs} ms.`, {
    context: { tool, timeout_ms: timeoutMs },
    suggestion: 'Ask for less at once, or let the operator raise the limit of this tool.',
  });
}

export function serverStopping(tool: string): Fault<'ServerStopping'> {
  return new Fault('ServerStopping', `${tool} was ended unfinished, because the server is stopping.`, {
    context: { tool },
    suggestion: 'Call it again when the server is back.',
  });
}

/** An error that leaves in the words of the protocol. */
export const protocolFailure = (error: Error): CallFailure => ({
  ...{ cause: 'failed', fault: new Fault('ProtocolError', error.message) },
  protocolError: error,
});

export function cancelled(tool: string): Fault<'Cancelled'> {
  return new Fault('Cancelled', `${tool} was cancelled.`, { context: { tool } });
}

/** Questions travel over MCP only. */
export function needsClient(tool: string): Fault<'InputRequired'> {
  return new Fault('InputRequired', `${tool} has to ask something before it can go on.`, {
    context: { tool },
    suggestion: 'Call it as an MCP tool, from a client that answers questions.',
  });
}

/** A result that breaks its own schema is our bug; the caller learns that much and the log has the rest. */
export function invalidOutput(tool: string, issues: readonly SchemaIssue[]): Fault<'InvalidOutput'> {
  return new Fault('InvalidOutput', `${tool} produced a result that does not match its output schema.`, {
    context: { tool, issues },
    suggestion: 'This is a defect of the server; please report it.',
  });
}

export function crashed(tool: string, cause: unknown): Fault<'InternalError'> {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new Fault('InternalError', `Unexpected error in ${tool}: ${text}`, {
    context: { tool },
    suggestion: 'This is a defect of the server; please report it.',
    cause,
  });
}
