import { CallsUnderWay } from './calls-under-way.js';
import type { Standing } from './carry-run.js';
import { GoingOn, type GoingOnOptions } from './going-on.js';
import { keepLease } from './keep-lease.js';
import { PerformCalls, type PerformOptions } from './perform-calls.js';
import { RunWriting, type RunWritingOptions } from './run-writing.js';

export interface DriverOptions extends RunWritingOptions, GoingOnOptions, PerformOptions {
  readonly leaseMs?: number;
  readonly cancelGraceMs?: number;
}

/** Takes one run as far as it goes now. Several calls of it may be under way at once. */
export class Driver {
  readonly #options: DriverOptions;
  readonly #writing: RunWriting;
  readonly #calls: CallsUnderWay;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#writing = new RunWriting(options);
    this.#calls = new CallsUnderWay(options.cancelGraceMs);
  }

  async drive(owner: string): Promise<Standing> {
    const { store, workspaceId, runId, leaseMs = 30_000 } = this.#options;
    const run = await store.read(workspaceId, (tables) => tables.runs.get(runId));
    if (run === undefined) return { is: 'over', children: [] };
    const ways = { writing: this.#writing, calls: this.#calls, goingOn: new GoingOn(this.#options, this.#writing) };
    const performing = new PerformCalls(this.#options, run, ways);
    await performing.lookAtTools();
    const first = await ways.goingOn.claim(owner, leaseMs);
    const letGo = keepLease({
      ...{ writing: this.#writing, held: ways.goingOn.held, owner, leaseMs },
      onEnding: () => this.cancel(),
    });
    try {
      await performing.all(first);
    } finally {
      letGo();
    }
    return ways.goingOn.standing;
  }

  /** Whether there is nothing to do here but to wait for somebody outside. */
  get isWaiting(): boolean {
    return this.#writing.isWaiting;
  }

  /** Calls that may be repeated are broken off; one that must not be is waited for, so that its outcome is known. */
  cancel(): void {
    this.#calls.cancel();
  }

  /** No new step is begun; what is under way ends. */
  drain(): void {
    this.#writing.stop();
    this.#calls.drain();
  }
}
