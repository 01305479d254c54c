import { Fault } from '../fault.js';

/** The fault as callers may see it; the original, with its cause, stays in the log. */
export function redactFault(fault: Fault, redact: (value: unknown) => unknown): Fault {
  const suggestion = fault.suggestion === undefined ? undefined : String(redact(fault.suggestion));
  return new Fault(fault.kind, String(redact(fault.message)), {
    context: redact(fault.context) as Readonly<Record<string, unknown>>,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/** A protocol error keeps its class and code, because the SDK and clients branch on them. */
export function redactError<E extends Error>(error: E, redact: (value: unknown) => unknown): E {
  error.message = String(redact(error.message));
  if ('data' in error) (error as { data: unknown }).data = redact(error.data);
  return error;
}
