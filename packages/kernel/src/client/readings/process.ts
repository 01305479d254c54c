import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { messageOf, type Reading, type Situation, stderrText } from './reading.js';

export function readSpawn(error: unknown, at: Situation): Reading | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (at.transport !== 'stdio' || !syscall?.startsWith('spawn')) return undefined;
  const reason =
    code === 'ENOENT' ? 'was not found' : code === 'EACCES' ? 'may not be executed' : `failed with ${code}`;
  const suggestion = 'Give the full path of the command, or check PATH and that cwd exists.';
  return { kind: 'SpawnFailed', message: `The command ${at.address} of ${at.server} ${reason}.`, suggestion };
}

/** True for every way in which the SDK and our transports say that the far end is gone. */
export function isEnd(error: unknown): boolean {
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected) return true;
  return /^(Not connected|The server process has ended)|the connection closed during/.test(messageOf(error));
}

export function readEnd(error: unknown, at: Situation): Reading | undefined {
  if (!isEnd(error)) return undefined;
  const message = `${at.server} ended during ${at.subject}${exitText(at)}.${stderrText(at)}`;
  return { kind: 'ServerDied', message, suggestion: endAdvice(at) };
}

function endAdvice({ phase, address, evidence: { asked } }: Situation): string {
  if (phase !== 'handshake') return 'The next request starts it again. The interrupted call may have taken effect.';
  const byHand = `Run ${address} by hand with the same arguments to see why it stops.`;
  const probed = Array.isArray(asked) && asked.at(-1) === 'server/discover';
  return probed ? `${byHand} If it takes no request before initialize, set its protocol to legacy.` : byHand;
}

function exitText({ evidence: { exitCode, exitSignal } }: Situation): string {
  if (typeof exitSignal === 'string') return `, killed by ${exitSignal}`;
  return typeof exitCode === 'number' ? ` with exit code ${exitCode}` : '';
}
