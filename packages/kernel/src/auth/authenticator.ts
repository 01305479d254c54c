import type { IncomingMessage } from 'node:http';

import { Fault } from '../fault.js';
import { anonymousIdentity, type Identity } from '../identity.js';

/** What of a request an authenticator may look at. */
export type CredentialRequest = Pick<IncomingMessage, 'method' | 'headers'>;

/** Turns the credentials of a request into an identity, or throws `Unauthenticated`. */
export interface Authenticator {
  readonly scheme: 'none' | 'keys' | 'jwt';
  /** Who issues the tokens; clients learn it from the server's published metadata and know where to log in. */
  readonly authorizationServers?: readonly string[];
  /**
   * `authorization` is the header as it came; `undefined` when there was none. The request is there for who also takes
   * credentials that a browser adds by itself, and has to see what they are used for; an upgrade brings none.
   */
  authenticate(authorization: string | undefined, request?: CredentialRequest): Identity | Promise<Identity>;
  /** Calls back when credentials may have lost what they gave; lines that are open are then asked again. */
  onChange?(listener: () => void): () => void;
}

/**
 * Everybody who can reach the socket is served. Only loopback sockets may use it: whoever sits on this machine could
 * start the server over stdio just as well.
 */
export const noAuthentication: Authenticator = { scheme: 'none', authenticate: () => anonymousIdentity };

/** The words never say which part was wrong: an unknown key and a wrong secret look alike. */
export function unauthenticated(reason: 'missing' | 'invalid', cause?: unknown): Fault<'Unauthenticated'> {
  const message = reason === 'missing' ? 'This server needs a bearer token.' : 'The bearer token is not valid.';
  return new Fault('Unauthenticated', message, {
    context: { reason },
    suggestion: 'Send "Authorization: Bearer <key>" with a key of this server.',
    cause,
  });
}

/** The token of a bearer header; anything else is a missing or unusable credential. */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') throw unauthenticated('missing');
  const token = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw unauthenticated('invalid');
  return token;
}
