import {
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Fault } from '../fault.js';
import type { Refusal } from './channels/http-channel.js';
import { Expired, type Expiry } from './deadline.js';
import { type ConnectionFault, type ConnectionFaultKind, connectionFault, type Phase } from './faults.js';
import type { JsonObject } from './json-rpc.js';
import { type Redact, redactAll, redactedCause } from './redact.js';
import { CUT, MALFORMED, OVERSIZED } from './wire.js';

/** Where and when something failed; what a fault says beside the error itself. */
export interface Situation {
  readonly server: string;
  readonly address: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly phase: Phase;
  /** The method or tool that was asked for. */
  readonly subject: string;
  readonly evidence: JsonObject;
  readonly redact: Redact;
}

interface Reading {
  readonly kind: ConnectionFaultKind;
  readonly message: string;
  readonly suggestion?: string;
  readonly context?: JsonObject;
}

const BODY_CHARS = 400;
/** Codes of the system, of the HTTP client and of TLS. */
const NETWORK_CODE =
  /^(E(CONN|NOTFOUND|AI_|TIMEDOUT|HOST|NET|PIPE|PROTO)|UND_|CERT_|DEPTH_|UNABLE_|SELF_|ERR_(TLS|SSL))/;

/** Turns whatever the SDK, the system or the server threw into a fault that says what happened and what to try. */
export function explain(error: unknown, at: Situation): ConnectionFault {
  if (error instanceof Fault) return error as ConnectionFault;
  const { kind, message, suggestion, context } = read(error, at);
  const facts = { server: at.server, transport: at.transport, phase: at.phase, subject: at.subject };
  return connectionFault(kind, at.redact(message), {
    context: redactAll({ ...facts, ...at.evidence, ...context }, at.redact) as JsonObject,
    ...(suggestion === undefined ? {} : { suggestion: at.redact(suggestion) }),
    cause: redactedCause(error, at.redact),
  });
}

function read(error: unknown, at: Situation): Reading {
  return (
    readExpiry(error, at) ??
    readSpawn(error, at) ??
    readMarked(error, at) ??
    readHttp(error, at) ??
    readEnd(error, at) ??
    readNetwork(error, at) ??
    readAnswer(error, at)
  );
}

function readExpiry(error: unknown, at: Situation): Reading | undefined {
  if (!(error instanceof Expired)) return undefined;
  const { expiry } = error;
  if (expiry.why === 'cancelled') return { kind: 'Cancelled', message: `${doing(at)} was cancelled.` };
  const kind = at.phase === 'handshake' ? 'HandshakeTimeout' : 'CallTimeout';
  return { kind, message: `${doing(at)} ${limitText(expiry)}.${stderrText(at)}`, suggestion: timeoutAdvice(at) };
}

function limitText(expiry: Exclude<Expiry, { why: 'cancelled' }>): string {
  const reason = expiry.why === 'total' ? 'took longer in all than' : 'got no sign of life within';
  return `${reason} ${expiry.ms} ms`;
}

function timeoutAdvice(at: Situation): string {
  if (at.phase !== 'handshake') return 'Raise requestTimeout if the tool needs longer, or let it report progress.';
  return at.transport === 'stdio'
    ? `Run ${at.address} by hand to see whether it starts, or raise startupTimeout.`
    : 'Check that the URL is an MCP endpoint, or raise startupTimeout.';
}

function readSpawn(error: unknown, at: Situation): Reading | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (at.transport !== 'stdio' || !syscall?.startsWith('spawn')) return undefined;
  const reason =
    code === 'ENOENT' ? 'was not found' : code === 'EACCES' ? 'may not be executed' : `failed with ${code}`;
  const suggestion = 'Give the full path of the command, or check PATH and that cwd exists.';
  return { kind: 'SpawnFailed', message: `The command ${at.address} of ${at.server} ${reason}.`, suggestion };
}

/** Answers that the wire wrote itself because no usable one came. */
function readMarked(error: unknown, at: Situation): Reading | undefined {
  const marker = error instanceof ProtocolError ? error.data : undefined;
  if (marker === CUT) {
    const suggestion = 'The call may have taken effect. Check before repeating it.';
    return {
      kind: 'StreamCut',
      message: `${at.server} closed the stream before it answered ${at.subject}.`,
      suggestion,
    };
  }
  if (marker === OVERSIZED) {
    const suggestion = 'Ask for less at once, or raise maxLineBytes.';
    const message = `The answer of ${at.server} to ${at.subject} is too long. ${(error as Error).message}`;
    return { kind: 'ProtocolError', message, suggestion };
  }
  if (marker !== MALFORMED) return undefined;
  return { kind: 'ProtocolError', message: `${at.server} answered ${at.subject} with something that is no result.` };
}

function readHttp(error: unknown, at: Situation): Reading | undefined {
  const refusal = at.evidence.refusal as Refusal | undefined;
  const status = statusOf(error);
  if (status === 401 || status === 403 || isAuthorizationError(error))
    return readUnauthorized(error, status, refusal, at);
  if (status === undefined) return undefined;
  const message = `${at.server} answered ${at.subject} with HTTP ${status}.${bodyText(error)}`;
  return { kind: 'HttpError', message, suggestion: httpAdvice(status, refusal), context: { status } };
}

function readUnauthorized(
  error: unknown,
  status: number | undefined,
  refusal: Refusal | undefined,
  at: Situation,
): Reading {
  const reason = status === 403 ? 'denied access' : 'requires authorization';
  const challenge = refusal?.wwwAuthenticate === undefined ? '' : ` It asks for: ${refusal.wwwAuthenticate}.`;
  return {
    kind: 'Unauthorized',
    message:
      `${at.server} ${reason}${status === undefined ? '' : ` (HTTP ${status})`}.${challenge} ${messageOf(error)}`.trim(),
    suggestion: 'Set an Authorization header in the configuration, or connect with an authorization provider.',
    context: status === undefined ? {} : { status },
  };
}

function isAuthorizationError(error: unknown): boolean {
  return error instanceof UnauthorizedError || error instanceof OAuthError || error instanceof OAuthClientFlowError;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof SseError) return error.code;
  const match = /\(HTTP (\d{3})\)/.exec(messageOf(error));
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function httpAdvice(status: number, refusal: Refusal | undefined): string {
  if (status >= 300 && status < 400) return 'Use the address that the server redirects to.';
  if (refusal?.contentType?.includes('html')) return 'A web page answered. Check that the URL is an MCP endpoint.';
  if (status === 404 || status === 405) return 'Check the path of the URL; an older server may need type sse.';
  return status >= 500 ? 'The server failed by itself; its log will tell more.' : 'Check the URL and the headers.';
}

/** True for every way in which the SDK and our transports say that the far end is gone. */
export function isEnd(error: unknown): boolean {
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected) return true;
  return /^(Not connected|The server process has ended)|the connection closed during/.test(messageOf(error));
}

function readEnd(error: unknown, at: Situation): Reading | undefined {
  if (!isEnd(error)) return undefined;
  const message = `${at.server} ended during ${at.subject}${exitText(at)}.${stderrText(at)}`;
  const suggestion =
    at.phase === 'handshake'
      ? `Run ${at.address} by hand with the same arguments to see why it stops.`
      : 'The next request starts it again. The interrupted call may have taken effect.';
  return { kind: 'ServerDied', message, suggestion };
}

function exitText({ evidence: { exitCode, exitSignal } }: Situation): string {
  if (typeof exitSignal === 'string') return `, killed by ${exitSignal}`;
  return typeof exitCode === 'number' ? ` with exit code ${exitCode}` : '';
}

function stderrText({ evidence: { stderrTail } }: Situation): string {
  return typeof stderrTail === 'string' && stderrTail !== '' ? ` It wrote to stderr: ${stderrTail}` : '';
}

function readNetwork(error: unknown, at: Situation): Reading | undefined {
  const reasons = causesOf(error).map(messageOf).filter(Boolean);
  const codes = causesOf(error).map((each) => (each as NodeJS.ErrnoException).code);
  const code = codes.find((each) => typeof each === 'string' && NETWORK_CODE.test(each));
  if (at.transport === 'stdio' || (code === undefined && !reasons.some((reason) => reason.includes('fetch failed')))) {
    return undefined;
  }
  const suggestion = /CERT|SELF_SIGNED|UNABLE_|TLS/.test(code ?? '')
    ? 'The certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS.'
    : 'Check that the server runs and that the address is right.';
  return {
    kind: 'Unreachable',
    message: `${at.server} cannot be reached: ${reasons.join(': ')}.`,
    suggestion,
    context: { code },
  };
}

function readAnswer(error: unknown, at: Situation): Reading {
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

function doing(at: Situation): string {
  return at.phase === 'handshake' ? `The handshake with ${at.server}` : `${at.subject} of ${at.server}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? '');
}

function bodyText(error: unknown): string {
  const body = error instanceof SdkHttpError ? error.data.text : undefined;
  return typeof body === 'string' && body !== '' ? ` It said: ${body.slice(0, BODY_CHARS)}` : '';
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
