import type { ServerRuntime } from '../protocol/runtime.js';

/** A runtime on its transport. */
export interface Service {
  readonly runtime: ServerRuntime;
  readonly url: string | undefined;
  readonly ended: Promise<void>;
  /** Takes no more calls from outside; those under way go on. */
  drain(): void;
  /** Closes connections; calls that still run have this long to write down what they have. */
  close(graceMs: number): Promise<void>;
}
