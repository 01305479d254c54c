/**
 * Operations called in this process, through the gate that remote calls pass: permission, checks, limits, redaction and
 * audit are the same. The person at the terminal may write, and reads what the system lets them read. Deadlines are made
 * for callers that share a server; here nobody else waits, and Ctrl-C ends what takes too long.
 */
import { type CallOperation, type LocalCall, type LocalRuntime, localCalls, localIdentity } from '@quadrivium/kernel';
import { commandsWith, type FlagValues, type Io, textValue, withVariable } from '@quadrivium/kernel/shell';
import { policyDirectory, resultsDirectory } from './results-directory.js';

export const globalFlags = {
  auditLog: withVariable(textValue('audit-log', 'Append a line per call to this file', 'file'), 'COBRE_AUDIT_LOG'),
};

export type GlobalOptions = FlagValues<typeof globalFlags>;

/** A command that can call operations. */
export const cobreCommand = commandsWith(globalFlags);

/** One for each record of calls, because a command may call many times. */
const opened = new Map<string | undefined, Promise<LocalRuntime>>();

export const call: LocalCall = localCalls(async ({ auditLog }: GlobalOptions, io) => {
  const runtime = opened.get(auditLog) ?? openRuntime(auditLog, io);
  opened.set(auditLog, runtime);
  return { runtime: await runtime, close: async () => {} };
}, localIdentity);

/** For commands that are derived. People name a case as often as its results or its policy: all lead there. */
export const callForPeople: CallOperation = (operation, args, io, given) => {
  const { output_dir: results, policy_dir: policy } = args;
  const places = {
    ...(typeof results === 'string' ? { output_dir: resultsDirectory(results) } : {}),
    ...(typeof policy === 'string' ? { policy_dir: policyDirectory(policy) } : {}),
  };
  return call(operation, { ...args, ...places }, io, given);
};

/** Help, completion and whatever shows only what comes with the program go without it. */
async function openRuntime(auditLog: string | undefined, io: Io): Promise<LocalRuntime> {
  const { openCobre } = await import('./local-runtime.js');
  return openCobre(auditLog, io);
}
