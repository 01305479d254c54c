import type { Answer, Task } from '../wire/messages.js';

/** A task with what has to be known for it, who takes its answer, and how it is done here when nobody else can. */
export interface Errand {
  readonly task: Task;
  readonly places: readonly number[];
  /** Throws where the answer does not fit the task. */
  readonly take: (answer: Answer) => void;
  readonly here: () => Promise<void> | void;
}

/** An errand on its way. The first answer counts; all of them are the same. */
export class Entry {
  readonly errand: Errand;
  readonly done: Promise<void>;
  isSettled = false;
  isQueued = true;
  #resolve: () => void = () => {};
  #reject: (cause: unknown) => void = () => {};

  constructor(errand: Errand) {
    this.errand = errand;
    this.done = new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
    });
    // Several may fail at once; the first is told.
    this.done.catch(() => {});
  }

  /** Whether it was solved; what was wrong with it goes to whoever waits for it. Nobody else's answer counts from now on. */
  async solveHere(): Promise<boolean> {
    this.isSettled = true;
    try {
      await this.errand.here();
    } catch (cause) {
      this.fail(cause);
      return false;
    }
    this.settle();
    return true;
  }

  settle(): void {
    this.isSettled = true;
    this.#resolve();
  }

  fail(cause: unknown): void {
    this.isSettled = true;
    this.#reject(cause);
  }
}
