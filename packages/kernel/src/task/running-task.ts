import type { CallToolResult, InputRequests, InputRequiredResult } from '@modelcontextprotocol/server';
import { isObject } from '../essentials/is-object.js';

import type { ProgressReporter, ProgressUpdate } from '../progress/progress-update.js';

import { InputRounds } from './input-rounds.js';
import { isOver, type TaskError, type TaskRecord } from './task-record.js';

/** What one stretch of work is given: answers only when it goes on after a question. */
export interface TurnInput {
  readonly signal: AbortSignal;
  readonly progress: ProgressReporter;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

export type TurnEnd =
  | { readonly kind: 'done'; readonly result: CallToolResult }
  | { readonly kind: 'failed'; readonly error: TaskError }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult };

export type TaskTurn = (input: TurnInput) => Promise<TurnEnd>;

export interface TaskSetup {
  readonly taskId: string;
  readonly tool: string;
  readonly pollIntervalMs: number;
  readonly keepMs: number;
  readonly clock: () => number;
  readonly turn: TaskTurn;
  /** Told when it ends while it waits for answers, without a further turn. */
  readonly dropped: () => void;
}

/** One task from its creation to its end: a turn of work, perhaps questions and another turn, and what came of it. */
export class RunningTask {
  readonly #setup: TaskSetup;
  readonly #stop = new AbortController();
  readonly #questions = new InputRounds();
  #record: TaskRecord;
  #createdAtMs: number;
  endedAtMs = Number.POSITIVE_INFINITY;

  constructor(setup: TaskSetup) {
    this.#setup = setup;
    this.#createdAtMs = setup.clock();
    const now = isoTime(this.#createdAtMs);
    const { taskId, tool, pollIntervalMs } = setup;
    this.#record = { taskId, tool, pollIntervalMs, createdAt: now, lastUpdatedAt: now, ttlMs: null, status: 'working' };
  }

  get record(): TaskRecord {
    return this.#record;
  }

  start(): void {
    if (!isOver(this.#record)) void this.#run({});
  }

  /** Takes what was asked for and leaves the rest; work goes on once nothing is open. */
  answer(inputResponses: Readonly<Record<string, unknown>>): void {
    if (this.#record.status !== 'input_required') return;
    for (const [key, response] of Object.entries(inputResponses)) {
      if (isObject(response)) this.#questions.take(key, response);
    }
    const answers = this.#questions.complete();
    if (answers === undefined) this.#become({ status: 'input_required', inputRequests: this.#questions.open });
    else {
      this.#become({ status: 'working' });
      void this.#run(answers);
    }
  }

  /** The work decides how it ends: what it still returns is kept as its result. Waiting for answers ends at once. */
  cancel(why = 'Cancellation was asked for.'): void {
    if (isOver(this.#record) || this.#stop.signal.aborted) return;
    this.#stop.abort(new DOMException(why, 'AbortError'));
    if (this.#record.status === 'input_required') this.#drop(why);
    else this.#become({ status: 'working' }, why);
  }

  #drop(why: string): void {
    this.#end({ status: 'cancelled' }, why);
    this.#setup.dropped();
  }

  async #run(answers: Pick<TurnInput, 'inputResponses' | 'requestState'>): Promise<void> {
    const progress = { report: (update: ProgressUpdate) => this.#report(update) };
    const end = await this.#setup.turn({ signal: this.#stop.signal, progress, ...answers });
    if (end.kind === 'done') this.#end({ status: 'completed', result: end.result });
    else if (end.kind === 'failed') this.#end({ status: 'failed', error: end.error }, end.error.message);
    else if (end.kind === 'cancelled') this.#end({ status: 'cancelled' }, this.#why);
    else if (this.#stop.signal.aborted) this.#drop(this.#why);
    else this.#ask(end.question);
  }

  #ask(question: InputRequiredResult): void {
    const inputRequests = this.#questions.ask(question);
    this.#become({ status: 'input_required', inputRequests });
  }

  get #why(): string {
    return this.#stop.signal.reason instanceof Error ? this.#stop.signal.reason.message : 'It was cancelled.';
  }

  #report(update: ProgressUpdate): void {
    const before = this.#record.progress?.progress ?? Number.NEGATIVE_INFINITY;
    if (isOver(this.#record) || !Number.isFinite(update.progress) || update.progress <= before) return;
    this.#record = { ...this.#record, progress: update, lastUpdatedAt: isoTime(this.#setup.clock()) };
  }

  #end(outcome: Outcome, statusMessage?: string): void {
    this.endedAtMs = this.#setup.clock();
    this.#become(outcome, statusMessage);
    // Nobody knows how long work takes; only once it is over does the time run in which its result is kept.
    this.#record = { ...this.#record, ttlMs: Math.ceil(this.endedAtMs - this.#createdAtMs + this.#setup.keepMs) };
  }

  #become(outcome: Outcome, statusMessage?: string): void {
    const { taskId, tool, createdAt, ttlMs, pollIntervalMs, progress } = this.#record;
    this.#record = {
      ...{ taskId, tool, createdAt, ttlMs, lastUpdatedAt: isoTime(this.#setup.clock()) },
      ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
      ...(progress === undefined ? {} : { progress }),
      ...(statusMessage === undefined ? {} : { statusMessage }),
      ...outcome,
    };
  }
}

type Outcome =
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
  | { readonly status: 'completed'; readonly result: CallToolResult }
  | { readonly status: 'failed'; readonly error: TaskError };

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
