import type { Authenticator } from '../../auth/authenticator.js';
import type { Logger } from '../../log/logger.js';
import type { CertificateFiles } from '../certificate.js';
import type { Routes } from '../endpoint.js';
import type { Metrics } from '../metrics.js';

export interface HttpFrontOptions {
  readonly routes: Routes;
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly authenticator?: Authenticator;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** The address clients use, when a proxy stands in front, for example `https://mcp.example`. */
  readonly publicUrl?: string;
  readonly metrics?: Metrics;
  readonly log?: Logger;
  /** More checks for `/readyz`, for example a database. Whatever takes longer than a second is not ready. */
  readonly ready?: () => boolean | Promise<boolean>;
  readonly maxConnections?: number;
  /** Served over TLS with this certificate; in the clear when left out. */
  readonly tls?: CertificateFiles;
}

export interface CloseOptions {
  /** How long running calls may take to finish before they are aborted. */
  readonly graceMs?: number;
  /** How long aborted calls may take to checkpoint. */
  readonly checkpointMs?: number;
}

export const defaults = {
  host: '127.0.0.1',
  port: 3000,
  graceMs: 10_000,
  checkpointMs: 5_000,
  maxConnections: 4096,
  backlog: 2048,
};
