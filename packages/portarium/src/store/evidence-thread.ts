import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '@quadrivium/kernel/essentials';
import { portariumFault } from '../faults.js';
import type { EvidenceJob } from './evidence-jobs.js';

/** Where the thread finds the database. */
export type Place =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Begin a job, go on with it, or forget it; or forget all of them and end. */
export type Request =
  | { readonly end: true }
  | { readonly id: number; readonly job: EvidenceJob }
  | { readonly id: number }
  | { readonly id: number; readonly drop: true };

export type Answer =
  | { readonly id: number; readonly done: boolean; readonly value: unknown }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  resolve(answer: IteratorResult<unknown>): void;
  reject(error: unknown): void;
  end(): void;
}

/** How long a thread without work is kept. */
const patienceMs = 10_000;

/** One thread for all who read at length. It starts with the first of them, and ends when nobody needs it any more. */
export class EvidenceThread {
  readonly #place: Place;
  readonly #jobs = new Set<number>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** A slow reader is not read ahead for; one that goes away, or whose signal comes, costs nothing from then on. */
  async *run(job: EvidenceJob, signal: AbortSignal): AsyncGenerator<unknown> {
    const id = ++this.#last;
    this.#jobs.add(id);
    let ended = false;
    try {
      for (let request: Extract<Request, { id: number }> = { id, job }; ; request = { id }) {
        const { done = false, value } = await this.#ask(request, signal);
        ended = done;
        if (done) return;
        yield value;
      }
    } finally {
      this.#jobs.delete(id);
      this.#leave(id, ended);
    }
  }

  /** Asked to end and never terminated: in the middle of a statement that would take the whole process with it. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail('The store was closed.');
    if (worker === undefined) return;
    const ended = once(worker, 'exit');
    worker.ref();
    worker.postMessage({ end: true } satisfies Request);
    await ended;
  }

  #ask(request: Extract<Request, { readonly id: number }>, signal: AbortSignal): Promise<IteratorResult<unknown>> {
    signal.throwIfAborted();
    return new Promise<IteratorResult<unknown>>((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const end = (): void => signal.removeEventListener('abort', stop);
      this.#waiting.set(request.id, { resolve, reject, end });
      this.#started().postMessage(request);
    }).finally(() => {
      this.#waiting.get(request.id)?.end();
      this.#waiting.delete(request.id);
    });
  }

  #started(): Worker {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    // Only for those who wait does it keep the process alive.
    this.#worker.ref();
    return this.#worker;
  }

  #start(): Worker {
    const worker = startWorker('evidence', import.meta.url, { workerData: this.#place });
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('problem' in answer) waiting?.reject(unreadable(answer.problem));
      else waiting?.resolve(answer as IteratorResult<unknown>);
    });
    worker.on('error', (error) => this.#fail(error.message));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      if (this.#worker === undefined) this.#fail('Its thread ended.');
    });
    return worker;
  }

  /** What was broken off, or failed, takes the thread with it unless others need it: nothing goes on unseen. */
  #leave(id: number, ended: boolean): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    if (this.#jobs.size > 0) {
      if (!ended) worker.postMessage({ id, drop: true } satisfies Request);
    } else if (ended) {
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), patienceMs).unref();
    } else {
      void this.close();
    }
  }

  #fail(message: string): void {
    for (const { reject } of [...this.#waiting.values()]) reject(unreadable(message));
  }
}

function unreadable(message: string): Error {
  return portariumFault('Unavailable', `The evidence cannot be read at the moment: ${message}`, {
    suggestion: 'Nothing was changed. Try again.',
  });
}
