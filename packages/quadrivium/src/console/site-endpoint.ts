/**
 * The console: files without any data, so they need no key. Pages are told apart by the part of the address after `#`,
 * which never reaches the server; that is why every other path can stay an honest 404.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, Exchange, Routes } from '@quadrivium/kernel';
import { readSite, type SiteFile } from './site-files.js';

/**
 * The page loads only its own files and talks only to its own server. It is shown in no frame and tells nobody where it
 * was. Scripts and styles written into the page do not run, so text that slipped through could not do anything.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  // The service worker that shows notices.
  "worker-src 'self'",
  // Pages of tools are shown in a frame of this server, which has a policy of its own (app-frame.ts).
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The only text that becomes a script is the address of the service worker, which this policy alone gives.
  'trusted-types service-worker',
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const unbuilt = 'The console is not built. Run "npm run build" in the repository and start again.\n';

export function siteRoutes(folder: string): Routes {
  const files = readSite(folder);
  const endpoint = siteEndpoint(files);
  return Object.fromEntries(['/', ...files.keys()].map((path) => [path, endpoint]));
}

function siteEndpoint(files: ReadonlyMap<string, SiteFile>): Endpoint {
  return {
    isPublic: true,
    handle: (exchange) => answer(files, exchange),
    settled: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}

function answer(files: ReadonlyMap<string, SiteFile>, { req, res, url }: Exchange): void {
  for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value);
  if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
  const file = files.get(url.pathname === '/' ? '/index.html' : url.pathname);
  // Only paths of files are routed here, so a missing file means that nothing was built.
  if (file === undefined) res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(unbuilt);
  else send(req, res, file);
}

function send(req: IncomingMessage, res: ServerResponse, file: SiteFile): void {
  const { type, body, gzipped, etag, immutable } = file;
  res.setHeader('etag', etag);
  res.setHeader('vary', 'accept-encoding');
  // Without a hash in its name a file is asked for again each time, and then mostly answered in one line.
  res.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (req.headers['if-none-match'] === etag) return void res.writeHead(304).end();
  const zipped = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  const bytes = zipped ? gzipped : body;
  const encoding = zipped ? { 'content-encoding': 'gzip' } : {};
  res.writeHead(200, { 'content-type': type, 'content-length': bytes.length, ...encoding });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
