import type { JsonObject } from '../../essentials/is-object.js';
import type { Redactor } from '../../redact/index.js';
import type { ConnectionFaultKind, Phase } from '../faults.js';

/** How much of a server's last words a message repeats; the context of the fault has all that was kept. */
const STDERR_CHARS = 1_000;

/** Where and when something failed; what a fault says beside the error itself. */
export interface Situation {
  readonly server: string;
  readonly address: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly phase: Phase;
  /** The method or tool that was asked for. */
  readonly subject: string;
  readonly evidence: JsonObject;
  readonly redactor: Redactor;
}

/** What an error turned out to mean. */
export interface Reading {
  readonly kind: ConnectionFaultKind;
  readonly message: string;
  readonly suggestion?: string;
  readonly context?: JsonObject;
}

/** Says what an error means, or undefined when it means something else. */
export type Reader = (error: unknown, at: Situation) => Reading | undefined;

export function doing(at: Situation): string {
  return at.phase === 'handshake' ? `The handshake with ${at.server}` : `${at.subject} of ${at.server}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? '');
}

export function stderrText({ evidence: { stderrTail } }: Situation): string {
  return typeof stderrTail === 'string' && stderrTail !== ''
    ? ` It wrote to stderr: ${stderrTail.slice(-STDERR_CHARS)}`
    : '';
}
