import { cpeFault } from '../faults.js';
import { EVENT_VERSION, MAX_EVENT_BYTES, type SubagentEvent } from './subagent-event.js';

/** Who reports. */
export interface RunIdentity {
  readonly name: string;
  readonly runId: string;
  readonly parentRunId: string | undefined;
  readonly depth: number;
}

export interface SenderSetup {
  readonly address: string;
  readonly run: RunIdentity;
  /** Whether a run goes on when its events cannot be delivered. */
  readonly onFailure: 'warn' | 'abort';
  readonly onWarning: (warning: string) => void;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly tries?: number;
}

export type EventDraft = Pick<SubagentEvent, 'type'> & Partial<SubagentEvent>;

const TIMEOUT_MS = 5000;
const TRIES = 3;
/** A character takes at most six bytes once it is escaped, and the rest of an event is small. */
const LONGEST_PAYLOAD = MAX_EVENT_BYTES / 8;

/**
 * Sends the events of one run, one after the other, so that they arrive in order. When an event cannot be delivered, the
 * run is told once and the rest is dropped (`warn`), or the run is ended (`abort`).
 */
export class EventSender {
  readonly #setup: SenderSetup;
  #seq = 0;
  #queue: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  constructor(setup: SenderSetup) {
    this.#setup = setup;
  }

  /** With `abort` it waits for the delivery and rejects when that fails; with `warn` the run never waits. */
  send(draft: EventDraft): Promise<void> {
    const event = this.#eventOf(draft);
    const delivered = this.#queue.then(() => this.#deliver(event));
    this.#queue = delivered.catch(() => undefined);
    return this.#setup.onFailure === 'abort' ? delivered : Promise.resolve();
  }

  /** Resolves when everything is delivered or given up. */
  finish(): Promise<void> {
    return this.#queue;
  }

  #eventOf(draft: EventDraft): SubagentEvent {
    const { run, now } = this.#setup;
    this.#seq += 1;
    const { payload, ...rest } = draft;
    return {
      version: EVENT_VERSION,
      subagentName: run.name,
      subagentRunId: run.runId,
      ...(run.parentRunId === undefined ? {} : { parentRunId: run.parentRunId }),
      depth: run.depth,
      seq: this.#seq,
      timestamp: now().toISOString(),
      ...rest,
      ...(payload === undefined ? {} : { payload: payload.slice(0, LONGEST_PAYLOAD) }),
    };
  }

  async #deliver(event: SubagentEvent): Promise<void> {
    const { onFailure, onWarning, tries = TRIES } = this.#setup;
    if (this.#failure !== undefined) return this.#dropped();
    let reason = '';
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const problem = await this.#post(event);
      if (problem === undefined) return;
      reason = problem.reason;
      if (problem.final) break;
    }
    this.#failure = cpeFault(
      'EventsFailed',
      `Events of subagent ${event.subagentName} cannot be delivered: ${reason}.`,
      {
        suggestion: 'Check CPE_SUBAGENT_LOGGING_ADDRESS; without --strict-events a run goes on without events.',
      },
    );
    if (onFailure === 'abort') throw this.#failure;
    onWarning(`events of subagent ${event.subagentName} cannot be delivered (${reason}); going on without them`);
  }

  #dropped(): void {
    if (this.#setup.onFailure === 'abort') throw this.#failure;
  }

  async #post(event: SubagentEvent): Promise<{ reason: string; final: boolean } | undefined> {
    const { address, fetch, timeoutMs = TIMEOUT_MS } = this.#setup;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      if (response.ok) return undefined;
      return { reason: `the endpoint answered ${response.status}`, final: response.status < 500 };
    } catch (error) {
      return { reason: reasonOf(error, timeoutMs), final: false };
    }
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  return cause instanceof Error && cause.message !== ''
    ? cause.message
    : ((cause as { code?: string })?.code ?? message);
}
