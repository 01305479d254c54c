/** The threads of a worker. Tasks are given to whoever is free, one at a time; what all have to know is told to all. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '@quadrivium/kernel/essentials';
import { threadLost } from '../../sddp/index.js';
import type { Answer, Outcome, Task } from '../wire/messages.js';
import type { SentStudy } from '../wire/study.js';
import type { SeatMessage, SeatOrder } from './seat-messages.js';

type Solved = Answer | Extract<Outcome, { type: 'failed' }> | 'late';

interface Errand {
  readonly task: Task;
  readonly epoch: number;
  readonly done: (solved: Solved) => void;
  readonly lost: (cause: unknown) => void;
}

interface Seat {
  readonly thread: Worker;
  errand: Errand | undefined;
  /** It is ready for the session it was told of last. */
  begun: () => void;
}

export class Seats {
  readonly #seats: Seat[];
  #queue: Errand[] = [];
  #epoch = 0;
  #ended: unknown;
  #lose: (cause: unknown) => void = () => {};
  readonly #lost = new Promise<never>((_, reject) => {
    this.#lose = reject;
  });
  #disposed = false;

  constructor(threads: number, sent: SentStudy) {
    this.#lost.catch(() => {});
    this.#seats = Array.from({ length: threads }, () => this.#start(sent));
  }

  /** What ended a thread; a worker that lost one is of no use any more. */
  get ended(): unknown {
    return this.#ended;
  }

  get busy(): number {
    return this.#seats.filter(({ errand }) => errand !== undefined).length + this.#queue.length;
  }

  tellAll(order: SeatOrder): void {
    for (const { thread } of this.#seats) thread.postMessage(order);
  }

  /** Nobody waits any more for what belongs to an earlier epoch and has not been begun. False for an epoch that is over. */
  enter(epoch: number): boolean {
    if (epoch <= this.#epoch) return epoch === this.#epoch;
    this.#epoch = epoch;
    for (const { done } of this.#queue.splice(0)) done('late');
    return true;
  }

  /** Epochs begin again; kept when all threads are ready. */
  async begin(order: Extract<SeatOrder, { type: 'session' }>): Promise<void> {
    this.#forget();
    const all = this.#seats.map(
      (seat) =>
        new Promise<void>((resolve) => {
          seat.begun = resolve;
        }),
    );
    this.tellAll(order);
    await Promise.race([Promise.all(all), this.#lost]);
  }

  #forget(): void {
    this.#epoch = 0;
    for (const { done } of this.#queue.splice(0)) done('late');
  }

  solve(task: Task, epoch: number): Promise<Solved> {
    return new Promise((done, lost) => {
      if (this.#ended !== undefined) lost(this.#ended);
      else this.#queue.push({ task, epoch, done, lost });
      this.#hand();
    });
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#forget();
    for (const { errand } of this.#seats) errand?.done('late');
    await Promise.all(this.#seats.map(({ thread }) => thread.terminate()));
  }

  #start(sent: SentStudy): Seat {
    const thread = startWorker('seat', import.meta.url, { workerData: { sent } });
    const seat: Seat = { thread, errand: undefined, begun: () => {} };
    thread.on('message', (message: SeatMessage) => {
      const { errand, begun } = seat;
      if (message.type === 'begun') begun();
      else {
        seat.errand = undefined;
        errand?.done(message.type === 'answer' ? message.answer : message);
        this.#hand();
      }
    });
    const end = (cause?: unknown): void => {
      if (this.#disposed) return;
      this.#ended ??= threadLost('training', cause);
      for (const { lost } of [...this.#seats.flatMap(({ errand }) => errand ?? []), ...this.#queue.splice(0)])
        lost(this.#ended);
      this.#lose(this.#ended);
    };
    thread.on('error', end);
    thread.on('exit', () => end());
    return seat;
  }

  #hand(): void {
    for (const seat of this.#seats) {
      if (seat.errand !== undefined) continue;
      const next = this.#queue.shift();
      if (next === undefined) return;
      seat.errand = next;
      seat.thread.postMessage({ type: 'task', task: next.task } satisfies SeatOrder);
    }
  }
}
