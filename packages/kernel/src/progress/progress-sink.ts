/**
 * Progress as the wire wants it.
 *
 * A tool reports as often as it likes and never waits. What is sent is the latest report, at most ten times a second,
 * and never while an earlier one is still on its way. Before the result the last report is sent and a quiet gap follows,
 * because clients drop progress that arrives in one chunk with the response (typescript-sdk #2580).
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type { ProgressReporter, ProgressUpdate } from './progress-update.js';

export const progressMetaKey = 'io.quadrivium/progress';

export interface ProgressSinkOptions {
  readonly token: string | number;
  /** Sends one notification; may reject when nobody is connected any more. */
  readonly send: (params: ProgressParams) => Promise<void>;
  readonly redact: (value: unknown) => unknown;
  readonly minIntervalMs?: number;
  readonly quietMs?: number;
  readonly clock?: () => number;
}

export interface ProgressParams extends Record<string, unknown> {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How long the result waits for a reader that does not read. */
const longestFlushMs = 1000;

export class ProgressSink implements ProgressReporter {
  readonly #options: ProgressSinkOptions;
  readonly #minIntervalMs: number;
  readonly #quietMs: number;
  readonly #clock: () => number;
  #latest: ProgressUpdate | undefined;
  #highest = Number.NEGATIVE_INFINITY;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #finished = false;

  constructor(options: ProgressSinkOptions) {
    this.#options = options;
    this.#minIntervalMs = options.minIntervalMs ?? 100;
    this.#quietMs = options.quietMs ?? 25;
    this.#clock = options.clock ?? (() => performance.now());
  }

  report(update: ProgressUpdate): void {
    if (this.#finished || !Number.isFinite(update.progress) || update.progress <= this.#highest) return;
    this.#highest = update.progress;
    this.#latest = update;
    this.#schedule();
  }

  /** Undefined when nothing was ever reported, so that silent tools pay nothing. */
  finish(): Promise<void> | undefined {
    this.#finished = true;
    clearTimeout(this.#timer);
    if (this.#highest === Number.NEGATIVE_INFINITY) return undefined;
    return this.#flushAndFallQuiet();
  }

  async #flushAndFallQuiet(): Promise<void> {
    if (this.#latest !== undefined) this.#send();
    if (this.#sending !== undefined)
      await Promise.race([this.#sending, sleep(longestFlushMs, undefined, { ref: false })]);
    const rest = this.#sentAtMs + this.#quietMs - this.#clock();
    if (rest > 0) await sleep(rest);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#sending !== undefined) return;
    const wait = this.#sentAtMs + this.#minIntervalMs - this.#clock();
    if (wait <= 0) this.#send();
    else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#send();
      }, wait);
    }
  }

  #send(): void {
    const update = this.#latest;
    if (update === undefined) return;
    this.#latest = undefined;
    this.#sentAtMs = this.#clock();
    const sending = this.#options.send(this.#params(update)).catch(ignore);
    this.#sending = sending;
    void sending.then(() => this.#sent(sending));
  }

  #sent(sending: Promise<void>): void {
    if (this.#sending === sending) this.#sending = undefined;
    this.#sentAtMs = this.#clock();
    if (this.#latest !== undefined && !this.#finished) this.#schedule();
  }

  #params({ progress, total, message, metadata }: ProgressUpdate): ProgressParams {
    const clean = metadata === undefined ? undefined : this.#options.redact(metadata);
    return {
      progressToken: this.#options.token,
      progress,
      ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
      ...(message === undefined ? {} : { message: String(this.#options.redact(message)) }),
      ...(clean === undefined ? {} : { metadata: clean, _meta: { [progressMetaKey]: clean } }),
    };
  }
}

/** The client is gone or its stream is: the work goes on, and there is nobody to tell. */
function ignore(): void {}

/** For calls without a progress token: nobody asked, so nothing is kept. */
export const noProgress: ProgressReporter & { finish(): undefined } = {
  report: () => {},
  finish: () => undefined,
};
