import { appendFile } from 'node:fs/promises';

import { Fault } from '../fault.js';
import type { AuditEvent, AuditHook } from '../registry/audit-event.js';

/** Evidence of a server without a ledger: one JSON line per call, appended to a file that only its owner reads. */
export async function openAuditFile(path: string): Promise<AuditHook> {
  await append(path, '');
  // Opened anew for each line, so that the file can be moved away and is begun again; the system appends a line whole.
  return (event) => append(path, `${JSON.stringify(lineOf(event))}\n`);
}

function lineOf({ startedAtMs, identity, ...event }: AuditEvent): object {
  const { subject, via } = identity;
  return { at: new Date(startedAtMs).toISOString(), caller: subject, via, ...event };
}

async function append(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text, { mode: 0o600 });
  } catch (cause) {
    throw new Fault('BadUsage', `The audit log ${path} cannot be written: ${(cause as Error).message}`, {
      context: { path },
      suggestion: 'Give --audit-log a file in a directory that exists and may be written to.',
      cause,
    });
  }
}
