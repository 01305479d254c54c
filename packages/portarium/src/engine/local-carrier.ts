import type { RunId } from '../domain/ids.js';
import type { Surroundings } from '../domain/surroundings.js';
import { carryRun } from './carry-run.js';
import { Driver, type DriverOptions } from './driver.js';
import { type RunKey, Suspended, type WorkflowContext } from './workflow-context.js';

/** Who carries runs: this process itself, or a distributed engine that is handed them. */
export interface Carrier {
  /** Resolves when the run needs nothing of this process for now. */
  carry(key: RunKey): Promise<void>;
  /** Breaks off calls of a run that was cancelled, as far as they may be. */
  cancel(runId: RunId): void;
  /** Whether this run needs nothing of this process for now but waits for somebody outside. */
  isWaiting?(runId: RunId): boolean;
  /** No new step is begun; what is under way ends. */
  drain(): void;
}

export interface LocalCarrierOptions extends Omit<DriverOptions, 'workspaceId' | 'runId'> {
  readonly surroundings: Surroundings;
  /** Names this process in leases. */
  readonly owner: string;
}

/** Carries runs here. A run that waits is let go and costs nothing until its row is due. */
export class LocalCarrier implements Carrier {
  readonly #options: LocalCarrierOptions;
  readonly #drivers = new Map<string, Driver>();
  readonly #context: WorkflowContext;
  #draining = false;

  constructor(options: LocalCarrierOptions) {
    this.#options = options;
    const suspend = async (): Promise<never> => Promise.reject(new Suspended());
    this.#context = {
      step: (_, work) => (this.#draining ? suspend() : work()),
      sleep: suspend,
      waitSignal: suspend,
      // Its row is due; the loop that found this run finds that one too.
      child: async () => {},
      now: async () => options.surroundings.now(),
      uuid: async () => options.owner,
    };
  }

  async carry(key: RunKey): Promise<void> {
    const driver = new Driver({ ...this.#options, ...key });
    this.#drivers.set(key.runId, driver);
    try {
      await carryRun(this.#context, (owner) => driver.drive(owner));
    } catch (error) {
      if (!(error instanceof Suspended)) throw error;
    } finally {
      this.#drivers.delete(key.runId);
    }
  }

  cancel(runId: RunId): void {
    this.#drivers.get(runId)?.cancel();
  }

  isWaiting(runId: RunId): boolean {
    return this.#drivers.get(runId)?.isWaiting ?? false;
  }

  drain(): void {
    this.#draining = true;
    for (const driver of this.#drivers.values()) driver.drain();
  }
}
