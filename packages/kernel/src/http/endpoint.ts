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

/** A request that never reached its endpoint. Status and headers, a challenge among them, are the front's. */
export interface Refused {
  readonly req: IncomingMessage;
  readonly status: number;
  readonly message: string;
  /** What it is called where refusals are explained. */
  readonly kind: string;
}

export interface RefusalBody {
  readonly contentType: string;
  readonly text: string;
}

/** What is mounted at a path. Several MCP servers in one process are several endpoints at several paths. */
export interface Endpoint {
  /** Served without credentials: the files of a page, never data. */
  readonly isPublic?: boolean;
  handle(exchange: Exchange): Promise<void> | void;
  /** Hears what the front refuses in its place (401, 403, 500, 503), and words it; a JSON-RPC error when it says nothing. */
  refusal?(refused: Refused): RefusalBody | undefined;
  upgrade?(upgrade: Upgrade): Promise<void> | void;
  /** True once nothing runs any more, false after `graceMs`. */
  settled(graceMs: number): Promise<boolean>;
  /** Ends sessions and streams; calls that still run are aborted so that they can checkpoint. */
  close(): Promise<void>;
}

/** Path (without trailing slash) to endpoint; `/v1/*` answers for everything below `/v1`. */
export type Routes = Readonly<Record<string, Endpoint>>;

/** The endpoint of exactly this path, or of the longest tree that holds it. */
export function endpointAt(routes: Routes, path: string): Endpoint | undefined {
  if (Object.hasOwn(routes, path)) return routes[path];
  const trees = Object.keys(routes).filter((key) => key.endsWith('/*') && `${path}/`.startsWith(key.slice(0, -1)));
  const [longest] = trees.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : routes[longest];
}
