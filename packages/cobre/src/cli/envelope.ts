import type { Fault } from '@quadrivium/kernel/fault';
import { validationKinds } from '../faults.js';
import { version } from '../version.js';

export interface EnvelopeError {
  readonly kind: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion: string | null;
}

/** The one shape of every JSON answer of the command line. */
export interface Envelope {
  readonly $schema: 'urn:cobre:response:v1';
  readonly command: string;
  readonly success: boolean;
  readonly exit_code: number;
  readonly cobre_version: string;
  readonly errors: readonly EnvelopeError[];
  readonly warnings: readonly EnvelopeError[];
  readonly data: unknown;
  readonly summary: string;
}

export const exitCodes = {
  ok: 0,
  arguments: 1,
  configuration: 2,
  input: 3,
  runtime: 4,
  checkpoint: 5,
  interrupted: 130,
} as const;

export function envelope(parts: Omit<Envelope, '$schema' | 'cobre_version' | 'success'>): Envelope {
  return {
    $schema: 'urn:cobre:response:v1',
    command: parts.command,
    success: parts.exit_code === 0,
    exit_code: parts.exit_code,
    cobre_version: version,
    errors: parts.errors,
    warnings: parts.warnings,
    data: parts.data,
    summary: parts.summary,
  };
}

export function exitCodeOf(fault: Fault): number {
  if (fault.kind === 'InvalidArguments' || fault.kind === 'BadUsage') return exitCodes.arguments;
  if (fault.kind === 'CheckpointFailed') return exitCodes.checkpoint;
  const isInvalid = (validationKinds as readonly string[]).includes(fault.kind);
  return isInvalid ? invalidExitCode(errorsOf(fault)) : exitCodes.runtime;
}

/** Whoever only has to correct config.json is told so; anything wrong with the data itself counts for more. */
export function invalidExitCode(errors: readonly EnvelopeError[]): number {
  return errors.every(isAboutSettings) ? exitCodes.configuration : exitCodes.input;
}

function isAboutSettings({ kind, context }: EnvelopeError): boolean {
  return kind === 'IncompatibleSettings' || context.file === 'config.json';
}

/** A case that is not valid carries all of its problems; anything else is one error. */
export function errorsOf(fault: Fault): readonly EnvelopeError[] {
  const all = fault.context.errors;
  if (Array.isArray(all) && all.length > 0) return all as EnvelopeError[];
  return [{ kind: fault.kind, message: fault.message, context: fault.context, suggestion: fault.suggestion ?? null }];
}
