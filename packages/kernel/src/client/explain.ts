import { Fault } from '../fault.js';
import { type ConnectionFault, connectionFault } from './faults.js';
import { readAnswer, readMarked } from './readings/answer.js';
import { readExpiry } from './readings/expiry.js';
import { readContentType, readHttp, readNetwork } from './readings/http.js';
import { readEnd, readSpawn } from './readings/process.js';
import type { Reader, Reading, Situation } from './readings/reading.js';
import { readShape } from './readings/shape.js';
import { redactedCause } from './redact.js';

export type { Situation } from './readings/reading.js';

/** Asked in this order: what we decided ourselves comes before what others report. */
const readers: readonly Reader[] = [
  readExpiry,
  readSpawn,
  readMarked,
  readShape,
  readHttp,
  readContentType,
  readEnd,
  readNetwork,
];

/** Turns whatever the SDK, the system or the server threw into a fault that says what happened and what to try. */
export function explain(error: unknown, at: Situation): ConnectionFault {
  if (error instanceof Fault) return error as ConnectionFault;
  const { kind, message, suggestion, context } = read(error, at);
  const facts = { server: at.server, transport: at.transport, phase: at.phase, subject: at.subject };
  return connectionFault(kind, at.redactor.redactText(message), {
    context: at.redactor.redact({ ...facts, ...at.evidence, ...context }),
    ...(suggestion === undefined ? {} : { suggestion: at.redactor.redactText(suggestion) }),
    cause: redactedCause(error, at.redactor),
  });
}

function read(error: unknown, at: Situation): Reading {
  for (const reader of readers) {
    const reading = reader(error, at);
    if (reading !== undefined) return reading;
  }
  return readAnswer(error, at);
}
