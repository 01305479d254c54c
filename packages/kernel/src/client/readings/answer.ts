import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { excessText } from '../../untrusted/json/json-gauge.js';
import { CUT, MALFORMED, Refused } from '../link/wire.js';
import { doing, messageOf, type Reading, type Situation, stderrText } from './reading.js';

/** Answers that the wire wrote itself because no usable one came. */
export function readMarked(error: unknown, at: Situation): Reading | undefined {
  const marker = error instanceof ProtocolError ? error.data : undefined;
  if (marker === CUT) {
    const suggestion = 'The call may have taken effect. Check before repeating it.';
    return {
      kind: 'StreamCut',
      message: `${at.server} closed the stream before it answered ${at.subject}.`,
      suggestion,
    };
  }
  if (marker instanceof Refused) return readRefused(marker, at);
  if (marker !== MALFORMED) return undefined;
  return { kind: 'ProtocolError', message: `${at.server} answered ${at.subject} with something that is no result.` };
}

/** The server sent more than is taken; what it did before that stands. */
function readRefused({ excess }: Refused, { server, subject }: Situation): Reading {
  const isLong = excess.bound === 'bytes';
  const message = `${server} answered ${subject} with too much: ${excessText(excess)}`;
  const suggestion = isLong ? 'Ask for less at once, or raise maxMessageBytes.' : 'Ask for less at once.';
  return { kind: 'ProtocolError', message, suggestion, context: { ...excess } };
}

export function readAnswer(error: unknown, at: Situation): Reading {
  if (error instanceof ProtocolError) {
    const context = { code: error.code, ...(error.data === undefined ? {} : { data: error.data }) };
    return { kind: at.phase === 'handshake' ? 'HandshakeFailed' : 'RpcError', message: error.message, context };
  }
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.MethodNotSupportedByProtocolVersion || code === SdkErrorCode.CapabilityNotSupported) {
    return { kind: 'Unsupported', message: `${at.server} does not offer ${at.subject}: ${messageOf(error)}` };
  }
  const kind = at.phase === 'handshake' ? 'HandshakeFailed' : 'ProtocolError';
  return { kind, message: `${doing(at)} failed: ${messageOf(error)}${stderrText(at)}` };
}
