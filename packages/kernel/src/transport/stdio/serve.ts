import type { Readable, Writable } from 'node:stream';

import { type Identity, localIdentity } from '../../identity.js';
import type { ServerRuntime } from '../../protocol/runtime.js';
import { guardStdout } from './guard.js';
import { openConnection } from './opening.js';
import { type StdioLimits, StdioTransport } from './transport.js';

export interface ServeStdioOptions extends StdioLimits {
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  /** Who is on the other end; whoever started this process when left out. */
  readonly identity?: Identity;
  /** How long aborted calls may take to checkpoint before `closed` resolves anyway. */
  readonly graceMs?: number;
}

export interface StdioService {
  /** Resolves once the connection is over and running calls have finished or used up their grace. */
  readonly closed: Promise<void>;
  /** Running calls have this long, the grace of the options when left out. */
  close(graceMs?: number): Promise<void>;
}

/** Serves one client over this process's streams (or any other pair), in whichever era it speaks. */
export function serveStdio(runtime: ServerRuntime, options: ServeStdioOptions = {}): StdioService {
  const {
    stdin = process.stdin,
    stdout = process.stdout,
    graceMs = 10_000,
    identity = localIdentity,
    ...limits
  } = options;
  const guard = guardStdout(stdout);
  const { rules } = runtime;
  const refused = (asked: unknown): void => runtime.refused(asked, { identity });
  const transport = new StdioTransport({ stdin, stdout, write: guard.write, rules, refused, ...limits });
  let patienceMs = graceMs;
  const closed = new Promise<void>((resolve) => {
    transport.onend = () => {
      // Whoever could have asked for them is gone, and this process with it.
      runtime.endTasks();
      void runtime.settled(patienceMs).then(guard.release).then(resolve);
    };
  });
  openConnection(runtime, transport, identity);
  void transport.start();
  return {
    closed,
    async close(ownMs = graceMs) {
      patienceMs = ownMs;
      await transport.close();
      await closed;
    },
  };
}
