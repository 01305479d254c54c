/** The socket of a front: over TLS or in the clear, and why nobody can listen there. */
import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Fault } from '../../fault.js';
import type { Logger } from '../../log/logger.js';
import { bareAddress } from '../address.js';
import { Certificate, type CertificateFiles } from '../certificate.js';
import type { Metrics } from '../metrics.js';
import { defaults, type HttpFrontOptions } from './options.js';

const limits: ServerOptions = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 30_000 };

/** A server, and what stops it from looking for newer certificates. */
export interface Socket {
  readonly server: Server;
  stopLooking(): void;
}

export function makeServer({ tls, maxConnections = defaults.maxConnections }: HttpFrontOptions, log: Logger): Socket {
  const made = tls === undefined ? { server: createServer(limits), stopLooking: () => {} } : secure(tls, log);
  made.server.maxConnections = maxConnections;
  return made;
}

function secure(tls: CertificateFiles, log: Logger): Socket {
  const certificate = new Certificate(tls);
  const server = createSecureServer({ ...limits, ...certificate.options });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return { server, stopLooking: certificate.keepCurrent(server, log) };
}

export function countRequests(server: Server, metrics: Metrics): void {
  let requests = 0;
  server.on('request', (_req, res: ServerResponse) => {
    requests += 1;
    res.once('close', () => {
      requests -= 1;
    });
  });
  metrics.gauge('http_requests_in_flight', 'Requests being answered', () => requests);
}

export function listen(
  server: Server,
  { host = defaults.host, port = defaults.port }: HttpFrontOptions,
  log: Logger,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(host, port, cause)));
    server.listen({ port, host: bareAddress(host), backlog: defaults.backlog }, () => {
      server.removeAllListeners('error');
      server.on('error', (err) => log.error({ err }, 'HTTP server error'));
      resolve();
    });
  });
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): Fault<'CannotListen'> {
  const taken = cause.code === 'EADDRINUSE';
  const why = taken ? 'the port is in use' : cause.message;
  return new Fault('CannotListen', `Cannot listen on ${host}:${port}: ${why}.`, {
    context: { host, port, code: cause.code },
    suggestion: taken ? 'Choose another --port, or stop the program that uses it.' : 'Check --host and --port.',
    cause,
  });
}
