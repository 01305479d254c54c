/**
 * How the calling thread tells the others what to do, in shared memory: a command with a few numbers, a counter from which
 * threads take tasks, and a counter of those who are done. Waiting spins for a moment before it sleeps, because most
 * commands take less time than waking up.
 */
import { emptyStatistics, type SolverStatistics } from '../../lp/solver.js';
import { type Heed, PassStopped } from '../heed.js';

export const commands = { forward: 1, backward: 2, syncCuts: 3, attach: 4, exit: 5 } as const;
export type Command = (typeof commands)[keyof typeof commands];

const place = {
  sequence: 0,
  command: 1,
  task: 2,
  done: 3,
  failed: 4,
  iteration: 5,
  step: 6,
  receiver: 7,
  front: 8,
  attached: 9,
  stopped: 10,
  slots: 16,
} as const;

const spins = 20_000;
/** A thread that crashed wakes nobody, so those who wait for it look after it this often. */
const lookMs = 50;
const statisticKeys = Object.keys(emptyStatistics()) as (keyof SolverStatistics)[];

export interface ControlHandle {
  readonly workers: number;
  readonly trials: number;
  readonly buffer: SharedArrayBuffer;
}

export interface Order {
  readonly command: Command;
  readonly iteration: number;
  readonly step: number;
  readonly receiver: number;
  readonly front: number;
}

export class Control {
  /** A helping thread stops as soon as whoever gives the orders has been told to. */
  readonly heed: Heed;
  readonly handle: ControlHandle;
  /** First cut slot of each trial in a backward step. */
  readonly slots: Int32Array;
  readonly #words: Int32Array;
  readonly #statistics: Float64Array;
  /** Workers that take orders; only the calling thread counts them. */
  #joined = 0;

  constructor(handle: ControlHandle) {
    const words = place.slots + handle.trials + (handle.trials % 2);
    this.handle = handle;
    this.#words = new Int32Array(handle.buffer, 0, words);
    this.heed = {
      isDue: () => Atomics.load(this.#words, place.stopped) === 1,
      look: () => Promise.reject(new PassStopped()),
    };
    this.slots = this.#words.subarray(place.slots, place.slots + handle.trials);
    this.#statistics = new Float64Array(handle.buffer, words * 4, handle.workers * statisticKeys.length);
  }

  static create(workers: number, trials: number): Control {
    const words = place.slots + trials + (trials % 2);
    const bytes = words * 4 + workers * statisticKeys.length * 8;
    return new Control({ workers, trials, buffer: new SharedArrayBuffer(bytes) });
  }

  /** Counts one more worker from the next command on; the worker needs the number of the last one. */
  admit(): number {
    this.#joined++;
    return Atomics.load(this.#words, place.sequence);
  }

  /** A worker that was admitted has looked at the cuts so far. */
  reportAttached(): void {
    Atomics.add(this.#words, place.attached, 1);
    Atomics.notify(this.#words, place.attached);
  }

  /** Waits for those who were admitted: while the next command is followed, cuts would change under their eyes. */
  waitForAttached(look: () => void): void {
    this.#waitForJoined(place.attached, look);
  }

  /** Starts a command; the caller then works on it too and calls `waitForAll`. */
  give(order: Order): void {
    const words = this.#words;
    words[place.command] = order.command;
    words[place.iteration] = order.iteration;
    words[place.step] = order.step;
    words[place.receiver] = order.receiver;
    words[place.front] = order.front;
    Atomics.store(words, place.task, 0);
    Atomics.store(words, place.done, 0);
    Atomics.add(words, place.sequence, 1);
    Atomics.notify(words, place.sequence);
  }

  /** The next command after the one numbered `seen`, with its own number. */
  waitForOrder(seen: number): { readonly number: number; readonly order: Order } {
    waitWhile(this.#words, place.sequence, seen);
    const w = this.#words;
    const order = {
      command: w[place.command] as Command,
      iteration: w[place.iteration]!,
      step: w[place.step]!,
      receiver: w[place.receiver]!,
      front: w[place.front]!,
    };
    return { number: Atomics.load(w, place.sequence), order };
  }

  nextTask(): number {
    return Atomics.add(this.#words, place.task, 1);
  }

  reportDone(): void {
    Atomics.add(this.#words, place.done, 1);
    Atomics.notify(this.#words, place.done);
  }

  /** Calls `look` every now and then while somebody is missing; it throws when waiting has no point. */
  waitForAll(look: () => void): void {
    this.#waitForJoined(place.done, look);
  }

  /** The same between whose looks the event loop has its turns. */
  async allDone(look: () => Promise<void>): Promise<void> {
    while (!this.#areDone()) {
      waitWhile(this.#words, place.done, Atomics.load(this.#words, place.done), lookMs);
      if (!this.#areDone()) await look();
    }
  }

  #areDone(): boolean {
    return Atomics.load(this.#words, place.done) >= this.#joined;
  }

  /** Whoever takes part in a pass leaves it after the problem under way. */
  stop(): void {
    Atomics.store(this.#words, place.stopped, 1);
  }

  #waitForJoined(at: number, look: () => void): void {
    const words = this.#words;
    for (let seen = Atomics.load(words, at); seen < this.#joined; seen = Atomics.load(words, at)) {
      waitWhile(words, at, seen, lookMs);
      if (Atomics.load(words, at) === seen) look();
    }
  }

  reportFailure(): void {
    Atomics.store(this.#words, place.failed, 1);
  }

  get hasFailed(): boolean {
    return Atomics.load(this.#words, place.failed) === 1;
  }

  writeStatistics(worker: number, statistics: SolverStatistics): void {
    statisticKeys.forEach((key, k) => {
      this.#statistics[worker * statisticKeys.length + k] = statistics[key];
    });
  }

  readStatistics(worker: number): SolverStatistics {
    const statistics = emptyStatistics();
    statisticKeys.forEach((key, k) => {
      statistics[key] = this.#statistics[worker * statisticKeys.length + k]!;
    });
    return statistics;
  }
}

/** Returns when the word has another value, or after so many milliseconds asleep. */
function waitWhile(words: Int32Array, at: number, value: number, patienceMs?: number): void {
  for (let spin = 0; spin < spins; spin++) if (Atomics.load(words, at) !== value) return;
  while (Atomics.load(words, at) === value) if (Atomics.wait(words, at, value, patienceMs) === 'timed-out') return;
}
