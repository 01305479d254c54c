import type { Identity } from '../identity.js';
import type { Front } from './operation-context.js';

/** One line of evidence about one call. The kernel emits it and knows nothing about where it is kept. */
export interface AuditEvent {
  readonly server: string;
  /** A call that became a task is told of when its work ends; asking how far it is is not told at all. */
  readonly method: 'tools/call' | 'resources/read' | 'prompts/get' | 'tasks/update' | 'tasks/cancel';
  /** The way the call came; a route or a command is told of as the operation behind it. */
  readonly front: Front;
  /** Name of the operation as defined, resource URI as asked, prompt name, or task id. */
  readonly target: string;
  readonly identity: Identity;
  readonly era: 'legacy' | 'modern';
  readonly protocolVersion: string;
  readonly requestId: string | number;
  /** How many requests it tells of, where a batch was refused as a whole or more came without a key than are kept; one otherwise. */
  readonly requests?: number;
  /** Arguments after redaction. */
  readonly args: unknown;
  readonly outcome: AuditOutcome;
  /** The fault kind when the call was refused or failed. */
  readonly kind?: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export type AuditOutcome = 'ok' | 'refused' | 'failed' | 'cancelled';

/** Receives every event. A rejection is logged and counted, and never changes the answer of the call. */
export type AuditHook = (event: AuditEvent) => void | Promise<void>;

/** For a server whose operator keeps no record; a server says so when it starts. */
export const noAudit: AuditHook = () => {};

/** Of a server that counts nothing. */
export const unobserved = (_event: AuditEvent): void => {};
