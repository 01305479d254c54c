import type { IncomingMessage } from 'node:http';
import { type Authenticator, noAuthentication } from '../../auth/authenticator.js';
import { attempt } from '../../essentials/index.js';
import { Fault } from '../../fault.js';
import { type Logger, silentLogger } from '../../log/logger.js';
import { requireSafeBind } from '../bind-policy.js';
import { type Endpoint, endpointAt, type Routes } from '../endpoint.js';
import { createGuard, type Guard } from '../guard.js';
import type { Metrics } from '../metrics.js';
import { OpenLines } from '../open-lines.js';
import { PublishedMetadata } from '../resource-metadata.js';
import { defaults, type HttpFrontOptions } from './options.js';

/** What requests and upgrades come past on their way to an endpoint. */
export interface Reception {
  readonly routes: Routes;
  readonly allowedOrigins: readonly string[];
  readonly ready: () => boolean | Promise<boolean>;
  readonly authenticator: Authenticator;
  readonly guard: Guard;
  readonly published: PublishedMetadata;
  readonly lines: OpenLines;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** No more calls are taken; those under way go on. */
  draining: boolean;
}

export function openReception(options: HttpFrontOptions, metrics: Metrics): Reception {
  const { routes, host = defaults.host, authenticator = noAuthentication } = options;
  requireSafeBind(host, authenticator);
  return {
    ...{ routes, authenticator, metrics, draining: false },
    allowedOrigins: options.allowedOrigins ?? [],
    ready: options.ready ?? (() => true),
    guard: createGuard({ ...options, host }),
    published: new PublishedMetadata(authenticator, options.publicUrl, options.tls !== undefined),
    lines: new OpenLines(authenticator),
    log: options.log ?? silentLogger,
  };
}

export function urlOf(req: IncomingMessage): URL | undefined {
  return attempt(() => new URL(req.url ?? '/', 'http://server'), undefined);
}

export function endpointFor({ routes }: Reception, url: URL | undefined): Endpoint | undefined {
  return url && endpointAt(routes, url.pathname.replace(/\/+$/, '') || '/');
}

/** Who calls cannot be found out at the moment; that says nothing against the caller. */
export const isUnavailable = (error: unknown): error is Fault => isFaultOf('Unavailable', error);

export const isUnauthenticated = (error: unknown): error is Fault => isFaultOf('Unauthenticated', error);

const isFaultOf = (kind: string, error: unknown): error is Fault => error instanceof Fault && error.kind === kind;
