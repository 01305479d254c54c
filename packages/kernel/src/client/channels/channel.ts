import type { Duplex } from 'node:stream';
import type { AuthProvider, FetchLike, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../essentials/is-object.js';

import type { Wire } from '../link/wire.js';

/** One way to a server, opened once: a process, an HTTP endpoint or an event stream. */
export interface Channel {
  readonly transport: Transport;
  readonly wire: Wire;
  /** What is known about the far end right now, for the context of a fault. */
  evidence(): JsonObject;
  /** True when the far end has said anything at all, be it to stderr. */
  hasShownLife(): boolean;
  /** True when the server keeps a session for this channel, which it may forget. */
  hasSession(): boolean;
  /** Hands over what the authorization server sent back to the redirect address. */
  finishAuthorization?(callback: URLSearchParams): Promise<void>;
  /** Another channel to the same running process, for a handshake in another era; only processes have it. */
  again?(): Channel;
  /** Gives back everything; resolves when nothing is left running. `hurry` skips courtesy towards a failed server. */
  release(hurry: boolean): Promise<void>;
}

export interface ChannelOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly graceMs: number;
  readonly maxMessageBytes: number;
  readonly stderrTailChars: number;
  readonly onStderr: ((text: string) => void) | undefined;
  readonly pipe: (() => Promise<Duplex>) | undefined;
  readonly authProvider: AuthProvider | OAuthClientProvider | undefined;
  readonly fetch: FetchLike;
}
