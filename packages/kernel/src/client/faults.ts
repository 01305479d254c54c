import { Fault, type FaultDetails } from '../fault.js';

/** What can go wrong between us and a server. Callers branch on the kind; `context.phase` says when it happened. */
export type ConnectionFaultKind =
  | 'InvalidConfig'
  | 'SpawnFailed'
  | 'HandshakeTimeout'
  | 'HandshakeFailed'
  | 'ServerDied'
  | 'StreamCut'
  | 'CallTimeout'
  | 'Cancelled'
  | 'Unauthorized'
  | 'HttpError'
  | 'Unreachable'
  | 'ProtocolError'
  | 'RpcError'
  | 'Unsupported'
  | 'Closed';

export type Phase = 'spawn' | 'handshake' | 'list' | 'call' | 'read' | 'prompt' | 'complete' | 'ping' | 'subscribe';

export type ConnectionFault = Fault<ConnectionFaultKind>;

export function connectionFault(kind: ConnectionFaultKind, message: string, details: FaultDetails): ConnectionFault {
  return new Fault(kind, message, details);
}

/** The server may be back in a moment: asking again is worth it, and does no harm where asking changes nothing. */
export function isPassingFault(error: unknown): error is ConnectionFault {
  return isConnectionFault(error, 'Unreachable', 'StreamCut', 'ServerDied', 'CallTimeout');
}

export function isConnectionFault(error: unknown, ...kinds: ConnectionFaultKind[]): error is ConnectionFault {
  return error instanceof Fault && (kinds.length === 0 || (kinds as string[]).includes(error.kind));
}
