import { Fault, redactText } from '@quadrivium/kernel';

/** 0 is success. Scripts tell "my mistake", "their mistake" and "who are you" apart. */
export const exitCodes = { caller: 1, server: 2, credentials: 3 } as const;

const credentialKinds = new Set(['Unauthenticated', 'Forbidden', 'SeparationOfDuties']);
const serverKinds = new Set(['Unavailable', 'DependencyFailed', 'Internal', 'BadConfiguration', 'RateLimited']);

export function exitCodeOf(thrown: unknown): number {
  const error = fileFault(thrown) ?? thrown;
  if (!(error instanceof Fault)) return exitCodes.server;
  if (credentialKinds.has(error.kind)) return exitCodes.credentials;
  return serverKinds.has(error.kind) ? exitCodes.server : exitCodes.caller;
}

/** A mistake is explained; a bug of ours shows where it happened. */
export function explanation(thrown: unknown, json: boolean): string {
  const error = fileFault(thrown) ?? thrown;
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

/** Files are named by the caller: one that is not there, or not for us, is no bug. */
function fileFault(error: unknown): Fault | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (path === undefined || !['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EROFS'].includes(code))
    return undefined;
  return new Fault('BadUsage', `${path} cannot be opened: ${(error as Error).message}.`, {
    suggestion: 'Check the name of the file and who may read or write it.',
    cause: error,
  });
}
