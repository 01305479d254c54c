import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Identity } from '../identity.js';

/** One HTTP request that passed the guards. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly identity: Identity;
  readonly url: URL;
  /** The process is about to end: finish what runs, start nothing new. */
  readonly draining: boolean;
}

/** One protocol upgrade that passed the guards. */
export interface Upgrade {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly identity: Identity;
}

/** What is mounted at a path. Several MCP servers in one process are several endpoints at several paths. */
export interface Endpoint {
  handle(exchange: Exchange): Promise<void> | void;
  upgrade?(upgrade: Upgrade): Promise<void> | void;
  /** True once nothing runs any more, false after `graceMs`. */
  settled(graceMs: number): Promise<boolean>;
  /** Ends sessions and streams; calls that still run are aborted so that they can checkpoint. */
  close(): Promise<void>;
}

/** Path (without trailing slash) to endpoint. */
export type Routes = Readonly<Record<string, Endpoint>>;
