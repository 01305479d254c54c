/** The processes that read files for a server: started when somebody asks, as many as the operator allows. */
import { type ReadingLimits, standardLimits } from './limits.js';
import type { Question } from './question.js';
import { ReaderProcess } from './reader-process.js';

export class Readers {
  readonly limits: ReadingLimits;
  readonly #threads: number;
  readonly #processes = new Map<ReaderProcess, string>();
  readonly #waiting: (() => void)[] = [];

  constructor(limits: ReadingLimits = standardLimits, threads = 2) {
    this.limits = limits;
    this.#threads = threads;
  }

  /** The answer to a question; `about` is the directory it concerns, which a reader may remember. */
  async ask(question: Question, about: string, signal: AbortSignal): Promise<unknown> {
    const reader = await this.#free(about, signal);
    try {
      return await reader.ask(question, signal);
    } finally {
      reader.taken = false;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    for (const reader of this.#processes.keys()) reader.kill();
  }

  async #free(about: string, signal: AbortSignal): Promise<ReaderProcess> {
    for (;;) {
      signal.throwIfAborted();
      const reader = this.#idle(about) ?? this.#another();
      if (reader !== undefined) {
        reader.taken = true;
        this.#processes.set(reader, about);
        return reader;
      }
      await this.#turn(signal);
    }
  }

  /** One that knows the directory already, before any other. */
  #idle(about: string): ReaderProcess | undefined {
    const idle = [...this.#processes].filter(([reader]) => !reader.taken);
    return (idle.find(([, known]) => known === about) ?? idle[0])?.[0];
  }

  #another(): ReaderProcess | undefined {
    if (this.#processes.size >= this.limits.readers) return undefined;
    const reader: ReaderProcess = new ReaderProcess(this.limits, this.#threads, () => {
      this.#processes.delete(reader);
      this.#waiting.shift()?.();
    });
    return reader;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        resolve();
      };
      const come = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(come);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
