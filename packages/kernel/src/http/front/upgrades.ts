import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { endpointFor, isUnauthenticated, isUnavailable, type Reception, urlOf } from './reception.js';

/** A line that is to stay open passes the same guard and authenticator as a request. */
export async function upgrade(at: Reception, req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => {});
  const refuse = (status: number, headers: Readonly<Record<string, string>> = {}): void => {
    at.metrics.refused(status);
    answerRaw(socket, status, headers);
  };
  try {
    if (at.draining) return refuse(503);
    if (at.guard(req) !== undefined) return refuse(403);
    const endpoint = endpointFor(at, urlOf(req));
    if (endpoint?.upgrade === undefined) return refuse(404);
    const identity = await at.authenticator.authenticate(req.headers.authorization);
    at.lines.watch(socket, req.headers.authorization);
    await endpoint.upgrade({ req, socket, head, identity });
  } catch (err) {
    if (isUnauthenticated(err)) {
      const challenge = at.published.challenge(req, urlOf(req)?.pathname ?? '/', err.context.reason);
      return refuse(401, { 'www-authenticate': challenge });
    }
    if (isUnavailable(err)) return refuse(503, { 'retry-after': '1' });
    at.log.error({ err }, 'upgrade failed');
    refuse(500);
  }
}

/** For sockets that never became a request. */
export function answerRaw(socket: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) return void socket.destroy();
  const all = { ...headers, connection: 'close', 'content-length': '0' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}
