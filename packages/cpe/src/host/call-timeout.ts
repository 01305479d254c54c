import { DEFAULT_REQUEST_SECONDS, DEFAULT_TIMEOUT_SECONDS, type ServerConfig, timeoutOf } from '../config/schema.js';
import { Fault } from '../faults.js';

type Times = Pick<ServerConfig, 'timeout' | 'requestTimeout'>;

/** `timeout` once bounded calls too: whoever raised it for long calls is told where that is said now. */
export function timeoutNote(server: Times): string | undefined {
  const { requestTimeout } = server;
  const seconds = timeoutOf(server);
  if (requestTimeout !== undefined || seconds <= DEFAULT_TIMEOUT_SECONDS) return undefined;
  return `timeout: ${seconds} is for connecting; a call may be silent for ${DEFAULT_REQUEST_SECONDS} s unless requestTimeout says otherwise`;
}

export function withTimeoutAdvice(fault: Fault, server: Times | undefined): Fault {
  const note = fault.kind === 'CallTimeout' && server !== undefined ? timeoutNote(server) : undefined;
  if (note === undefined) return fault;
  const { kind, message, context, suggestion = '' } = fault;
  return new Fault(kind, message, { context, suggestion: `${suggestion}\nHere ${note}.`.trim(), cause: fault });
}
