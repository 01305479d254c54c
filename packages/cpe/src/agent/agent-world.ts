import { setTimeout as wait } from 'node:timers/promises';
import { newSecret, presentDate } from '@quadrivium/kernel/essentials';

/** Everything of the machine that an agent touches. */
export interface AgentWorld {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readText(path: string): string | undefined;
  /** Short, lower case, and not to be guessed in a handful of tries. */
  newId(): string;
  now(): Date;
  /** Milliseconds, for durations. */
  clock(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface AgentSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readText(path: string): string | undefined;
}

/** What `newId` gives, for whoever reads ids back from files. */
export const ID_FORM = /^[0-9a-f]{10}$/;

/** The real machine. */
export function machineWorld(surroundings: AgentSurroundings): AgentWorld {
  return {
    ...surroundings,
    readText: (path) => surroundings.readText(path),
    fetch: globalThis.fetch,
    newId: () => newSecret(5, 'hex'),
    now: presentDate,
    clock: () => performance.now(),
    // An aborted wait is over; whoever waited looks at the signal next.
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  };
}
