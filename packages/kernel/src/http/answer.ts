import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { servedExplanationOf } from '../explained/index.js';

/** JSON-RPC code for refusals of the HTTP layer itself; the SDK uses the same. */
export const httpRefusal = -32000;

export function sendText(
  res: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers?: OutgoingHttpHeaders,
) {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) });
  res.end(text);
}

export function sendJson(res: ServerResponse, status: number, value: unknown, headers?: OutgoingHttpHeaders): void {
  sendText(res, status, 'application/json', JSON.stringify(value), headers);
}

/** A refusal before any message was understood: an HTTP status, and a JSON-RPC error for clients that read bodies. */
export function refuse(res: ServerResponse, status: number, message: string, options: RefuseOptions = {}): void {
  const { code = httpRefusal, id = null, data = explanationOf(status, code), headers } = options;
  const error = data === undefined ? { code, message } : { code, message, data };
  sendJson(res, status, { jsonrpc: '2.0', error, id }, headers);
}

/** What refusals of this layer are called where they are explained. */
export const kindsOfStatus: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
};

/** Codes of their own have a meaning of their own. */
function explanationOf(status: number, code: number): object | undefined {
  const kind = code === httpRefusal ? kindsOfStatus[status] : undefined;
  return kind === undefined ? undefined : { kind, page: servedExplanationOf(kind) };
}

export interface RefuseOptions {
  readonly code?: number;
  readonly id?: string | number | null;
  readonly data?: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

/** Several header lines of one name count as the first: a second one is an attempt to confuse. */
export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
