import { runKeyOf, type SubagentEvent } from './subagent-event.js';

/** An event that does not come within this time is given up, and those behind it are told. */
const PATIENCE_MS = 2000;

interface Run {
  next: number;
  ended: boolean;
  readonly early: Map<number, SubagentEvent>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Tells the events of each run by their numbers, whatever order they arrive in, and each once: a sender that heard no
 * answer sends again. Events without a number are told as they come.
 */
export class EventOrder {
  readonly #tell: (event: SubagentEvent) => void;
  readonly #runs = new Map<string, Run>();

  constructor(tell: (event: SubagentEvent) => void) {
    this.#tell = tell;
  }

  take(event: SubagentEvent): void {
    if (event.seq === undefined) this.#tell(event);
    else this.#place(event, event.seq);
  }

  /** Tells what is still waiting for something earlier. */
  flush(): void {
    for (const run of this.#runs.values()) this.#skip(run);
  }

  #place(event: SubagentEvent, seq: number): void {
    const key = runKeyOf(event);
    // A run that starts after one of the same name has ended is another one, and not the first once more.
    if (event.type === 'subagent_start' && this.#runs.get(key)?.ended === true) this.#runs.delete(key);
    const run = this.#runOf(key);
    if (seq < run.next) return;
    run.early.set(seq, event);
    this.#advance(run);
  }

  #runOf(key: string): Run {
    const run = this.#runs.get(key) ?? { next: 1, ended: false, early: new Map(), timer: undefined };
    this.#runs.set(key, run);
    return run;
  }

  #advance(run: Run): void {
    clearTimeout(run.timer);
    for (let event = run.early.get(run.next); event !== undefined; event = run.early.get(run.next)) {
      run.early.delete(run.next);
      run.next += 1;
      run.ended ||= event.type === 'subagent_end';
      this.#tell(event);
    }
    if (run.early.size > 0) run.timer = setTimeout(() => this.#skip(run), PATIENCE_MS).unref();
  }

  #skip(run: Run): void {
    while (run.early.size > 0) {
      run.next = Math.min(...run.early.keys());
      this.#advance(run);
    }
  }
}
