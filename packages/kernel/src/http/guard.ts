/**
 * A web page must not be able to talk to a server on the visitor's machine. Browsers cannot be stopped from sending, but
 * they always say truthfully which host name they looked up (Host; a rebound DNS name shows here) and which page asked
 * (Origin).
 */
import type { IncomingMessage } from 'node:http';

import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

import { addressInUrls, isLoopback } from './address.js';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

export interface GuardOptions {
  /** Address the socket is bound to. */
  readonly host: string;
  /** Further names under which this server may be addressed, without port. */
  readonly allowedHosts?: readonly string[];
  /** Names of sites whose pages may call, without scheme and port. */
  readonly allowedOrigins?: readonly string[];
}

/** Why a request is refused; `undefined` when it may pass. */
export type Guard = (req: IncomingMessage) => string | undefined;

export function createGuard({ host, allowedHosts = [], allowedOrigins = [] }: GuardOptions): Guard {
  const ownNames = isLoopback(host) ? [...loopbackNames, addressInUrls(host)] : [];
  const hosts = [...ownNames, ...allowedHosts];
  const origins = [...ownNames, ...allowedOrigins];
  // Beyond loopback a bearer token is mandatory and no browser adds one by itself, so any host name will do there
  // unless the operator lists some.
  const checksHost = hosts.length > 0;
  const known = new Set<string>();
  return (req) => {
    const { host: name, origin } = req.headers;
    if (origin === undefined && name !== undefined && known.has(name)) return undefined;
    if (checksHost) {
      const verdict = validateHostHeader(name, hosts);
      if (!verdict.ok) return verdict.message;
    }
    const verdict = validateOriginHeader(origin, origins);
    if (!verdict.ok) return verdict.message;
    if (name !== undefined && known.size < 16) known.add(name);
    return undefined;
  };
}
