import { Fault, redactText } from '@quadrivium/kernel';

/** 0 is success. Scripts tell "my mistake", "their mistake" and "who are you" apart. */
export const exitCodes = { caller: 1, server: 2, credentials: 3 } as const;

const credentialKinds = new Set(['Unauthenticated', 'Forbidden', 'SeparationOfDuties']);
const serverKinds = new Set(['Unavailable', 'DependencyFailed', 'Internal', 'BadConfiguration', 'RateLimited']);

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof Fault)) return exitCodes.server;
  if (credentialKinds.has(error.kind)) return exitCodes.credentials;
  return serverKinds.has(error.kind) ? exitCodes.server : exitCodes.caller;
}

/** A mistake is explained; a bug of ours shows where it happened. */
export function explanation(error: unknown, json: boolean): string {
  if (!(error instanceof Fault)) return redactText(`${error instanceof Error ? error.stack : String(error)}\n`);
  if (json) return redactText(`${JSON.stringify({ error: error.toRecord() })}\n`);
  const fields = Object.entries((error.context.errors as Record<string, string[]> | undefined) ?? {});
  const lines = [
    `error: ${error.message}`,
    ...fields.map(([field, problems]) => `  ${field}: ${problems.join('; ')}`),
    ...(error.suggestion === undefined ? [] : [error.suggestion]),
  ];
  return redactText(`${lines.join('\n')}\n`);
}
