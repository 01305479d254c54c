import { Expired, type Expiry } from '../link/deadline.js';
import { doing, type Reading, type Situation, stderrText } from './reading.js';

export function readExpiry(error: unknown, at: Situation): Reading | undefined {
  if (!(error instanceof Expired)) return undefined;
  const { expiry } = error;
  if (expiry.why === 'cancelled') return { kind: 'Cancelled', message: `${doing(at)} was cancelled.` };
  const kind = at.phase === 'handshake' ? 'HandshakeTimeout' : 'CallTimeout';
  return {
    kind,
    message: `${doing(at)} ${limitText(expiry)}.${stderrText(at)}`,
    suggestion: timeoutAdvice(at, expiry.why === 'total'),
  };
}

function limitText(expiry: Exclude<Expiry, { why: 'cancelled' }>): string {
  const reason = expiry.why === 'total' ? 'took longer in all than' : 'got no sign of life within';
  return `${reason} ${expiry.ms} ms`;
}

function timeoutAdvice(at: Situation, isTotal: boolean): string {
  if (at.phase !== 'handshake' && isTotal) return 'Raise maxRequestTime if the tool needs longer.';
  if (at.phase !== 'handshake') return 'Raise requestTimeout if the tool needs longer, or let it report progress.';
  return at.transport === 'stdio'
    ? `Run ${at.address} by hand to see whether it starts, or raise timeout.`
    : 'Check that the URL is an MCP endpoint, or raise timeout.';
}
