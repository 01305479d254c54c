import {
  OAuthClientFlowError,
  OAuthError,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Refusal } from '../channels/http-channel.js';
import { messageOf, type Reading, type Situation } from './reading.js';

const BODY_CHARS = 400;
/** Codes of the system, of the HTTP client and of TLS. */
const NETWORK_CODE =
  /^(E(CONN|NOTFOUND|AI_|TIMEDOUT|HOST|NET|PIPE|PROTO)|UND_|CERT_|DEPTH_|UNABLE_|SELF_|ERR_(TLS|SSL))/;

export function readHttp(error: unknown, at: Situation): Reading | undefined {
  const refusal = at.evidence.refusal as Refusal | undefined;
  const status = statusOf(error);
  if (status === 401 || status === 403 || isAuthorizationError(error))
    return readUnauthorized(error, status, refusal, at);
  if (status === undefined) return undefined;
  const said = isRedirect(status) ? ` ${messageOf(error)}` : bodyText(error);
  const message = `${at.server} answered ${at.subject} with HTTP ${status}.${said}`;
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
  // The SSE transport of the SDK tells the status in words only.
  const match = /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(messageOf(error));
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** A success that is neither JSON nor an event stream: usually a login page or a front that knows no MCP. */
export function readContentType(error: unknown, at: Situation): Reading | undefined {
  const type = /Unexpected content type: ([^)]*)/.exec(messageOf(error))?.[1];
  if (type === undefined) return undefined;
  const message = `${at.server} answered ${at.subject} with ${type}, which is not MCP.`;
  return { kind: 'HttpError', message, suggestion: 'Check that the URL is an MCP endpoint and not a web page.' };
}

function httpAdvice(status: number, refusal: Refusal | undefined): string {
  if (isRedirect(status)) return 'Use the address that the server redirects to, if you trust it with the headers.';
  if (refusal?.contentType?.includes('html')) return 'A web page answered. Check that the URL is an MCP endpoint.';
  if (status === 404 || status === 405) return 'Check the path of the URL; an older server may need type sse.';
  return status >= 500 ? 'The server failed by itself; its log will tell more.' : 'Check the URL and the headers.';
}

function bodyText(error: unknown): string {
  const body = error instanceof SdkHttpError ? error.data.text : undefined;
  return typeof body === 'string' && body !== '' ? ` It said: ${body.slice(0, BODY_CHARS)}` : '';
}

export function readNetwork(error: unknown, at: Situation): Reading | undefined {
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

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
