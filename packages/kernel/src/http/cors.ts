import type { IncomingMessage, ServerResponse } from 'node:http';
import { attempt } from '../essentials/index.js';

const exposed = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after';
const accepted =
  'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id';

/**
 * Lets pages of the sites the operator listed read the answers. Pages of this machine may send (the guard lets them
 * pass) but get no such permission: any program can serve a page on localhost.
 */
export function allowListedSites(req: IncomingMessage, res: ServerResponse, origins: readonly string[]): void {
  const origin = req.headers.origin;
  if (origin === undefined || origins.length === 0 || !origins.includes(hostnameOf(origin))) return;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('vary', 'origin');
  res.setHeader('access-control-expose-headers', exposed);
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  res.setHeader('access-control-allow-headers', accepted);
  res.setHeader('access-control-max-age', '600');
}

function hostnameOf(origin: string): string {
  return attempt(() => new URL(origin).hostname, '');
}
