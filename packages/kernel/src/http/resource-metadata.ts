/**
 * Protected resource metadata (RFC 9728): where a client that was answered 401 finds out who issues the tokens. The
 * document of the resource `/mcp` lies at `/.well-known/oauth-protected-resource/mcp`.
 */
import type { IncomingMessage } from 'node:http';

import type { Authenticator } from '../auth/authenticator.js';

const wellKnown = '/.well-known/oauth-protected-resource';

export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
}

export class PublishedMetadata {
  readonly #servers: readonly string[];
  readonly #publicUrl: string | undefined;
  readonly #scheme: 'http' | 'https';

  constructor(authenticator: Authenticator, publicUrl: string | undefined, secure = false) {
    this.#scheme = secure ? 'https' : 'http';
    this.#servers = authenticator.authorizationServers ?? [];
    this.#publicUrl = publicUrl?.replace(/\/+$/, '');
  }

  /** The document at this path, when it is one. */
  at(req: IncomingMessage, path: string): ResourceMetadata | undefined {
    if (this.#servers.length === 0 || (path !== wellKnown && !path.startsWith(`${wellKnown}/`))) return undefined;
    const resource = `${this.#baseOf(req)}${path.slice(wellKnown.length)}`;
    return { resource, authorization_servers: this.#servers, bearer_methods_supported: ['header'] };
  }

  /** The challenge of a 401: how to authenticate, and where to read more. */
  challenge(req: IncomingMessage, path: string, reason: unknown): string {
    const parts = [
      ...(reason === 'missing' ? [] : ['error="invalid_token"']),
      ...(this.#servers.length === 0 ? [] : [`resource_metadata="${this.#baseOf(req)}${wellKnown}${path}"`]),
    ];
    return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
  }

  /** Behind a proxy only the operator knows the address; otherwise it is the one the client used. */
  #baseOf(req: IncomingMessage): string {
    return this.#publicUrl ?? `${this.#scheme}://${(req.headers.host ?? 'localhost').replace(/[^\w.:[\]-]/g, '')}`;
  }
}
