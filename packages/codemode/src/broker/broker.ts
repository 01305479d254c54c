/**
 * The host's side of a program's requests. Connections and credentials stay here; a program names a tool of the catalog
 * and gives it a value, and gets a value or an error. Every call is counted, limited, submitted to the policy and told.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import type { Catalog } from '../catalog.js';
import type { BridgeRequest, Postponed, ProgramClock, Settled } from '../execution/executor.js';
import type { HostTool, ToolCaller } from '../tools/host-tool.js';
import { guestValue, rawValue, textOf } from './guest-value.js';
import type { CallPolicy, NestedCall } from './nested-call.js';

export interface BrokerSetup {
  readonly catalog: Catalog;
  readonly caller: ToolCaller;
  readonly maxCalls: number;
  readonly maxConcurrency: number;
  /** The whole text of a kept result. */
  readonly result: (id: string) => Promise<string>;
  readonly search: (query: string) => unknown;
  readonly describe: (path: string) => string;
  readonly policy?: CallPolicy | undefined;
  readonly onCall?: ((call: NestedCall) => void) | undefined;
}

/** Requests that cost next to nothing are limited too, so that a program cannot fill the host's memory with them. */
const MAX_LOOKUPS = 10_000;
const PREVIEW_CHARS = 2_000;
/** Whoever takes longer to permit a call is a person. */
const THINKING_MS = 50;

interface Asked {
  readonly tool: HostTool;
  readonly input: unknown;
  readonly number: number;
  readonly raw: boolean;
}

export class Broker {
  readonly #setup: BrokerSetup;
  /** Lets so many calls run at once; the others wait in the order they came. */
  readonly #limit: LimitFunction;
  readonly #ending = new AbortController();
  #calls = 0;
  #lookups = 0;

  constructor(setup: BrokerSetup) {
    this.#setup = setup;
    this.#limit = pLimit(setup.maxConcurrency);
  }

  /** How many tool calls the program made. */
  get calls(): number {
    return Math.min(this.#calls, this.#setup.maxCalls);
  }

  /** Cancels what is still under way. */
  stop(): void {
    this.#ending.abort();
  }

  async request({ kind, target, input }: BridgeRequest, clock: ProgramClock): Promise<Settled | Postponed> {
    if (kind === 'tool' || kind === 'raw') return this.#toolCall(target, input, kind === 'raw', clock);
    this.#lookups += 1;
    if (this.#lookups > MAX_LOOKUPS) return refusal('', target, 'TooManyCalls', `more than ${MAX_LOOKUPS} look-ups`);
    return this.#lookUp(kind, target);
  }

  async #lookUp(kind: 'search' | 'describe' | 'result', target: string): Promise<Settled> {
    const { search, describe, result } = this.#setup;
    try {
      if (kind === 'search') return { ok: true, value: search(target) };
      return { ok: true, value: kind === 'describe' ? describe(target) : await result(target) };
    } catch (error) {
      return refusal('cpe', kind, (error as { kind?: string }).kind ?? 'Error', (error as Error).message);
    }
  }

  async #toolCall(path: string, input: unknown, raw: boolean, clock: ProgramClock): Promise<Settled | Postponed> {
    const tool = this.#setup.catalog.byPath.get(path)?.tool;
    if (tool === undefined) return refusal('', path, 'UnknownTool', `There is no tool ${path}.`);
    this.#calls += 1;
    const number = this.#calls;
    if (number > this.#setup.maxCalls) return this.#tooMany(tool);
    return this.#limit(() => this.#permitted({ tool, input, number, raw }, clock));
  }

  #tooMany({ server, name }: HostTool): Settled {
    const message = `This program has made its ${this.#setup.maxCalls} tool calls (codeMode.maxCalls). Continue in another one.`;
    return refusal(server, name, 'TooManyCalls', message);
  }

  async #permitted(call: Asked, clock: ProgramClock): Promise<Settled | Postponed> {
    const { server, name } = call.tool;
    const ended = () => refusal(server, name, 'Cancelled', 'The program has ended.');
    if (this.#ending.signal.aborted) return ended();
    const verdict = await this.#verdict(call, clock);
    if (verdict !== true) return refusal(server, name, 'Denied', verdict);
    // Whoever was asked may have said yes to a program that is no more.
    if (this.#ending.signal.aborted) return ended();
    return this.#send(call);
  }

  /** A person who thinks takes nothing of the program's time; a rule has answered before the clock would be stopped. */
  async #verdict({ tool, input }: Asked, clock: ProgramClock): Promise<true | string> {
    let isHeld = false;
    const thinking = setTimeout(() => {
      isHeld = true;
      clock.hold();
    }, THINKING_MS);
    try {
      return (await this.#setup.policy?.(tool, input)) ?? true;
    } finally {
      clearTimeout(thinking);
      if (isHeld) clock.resume();
    }
  }

  async #send({ tool, input, number, raw }: Asked): Promise<Settled | Postponed> {
    const { caller, onCall } = this.#setup;
    const start = performance.now();
    onCall?.({ phase: 'start', number, tool, input });
    // The program takes results whole: what it prints of them is limited later.
    const options = { signal: this.#ending.signal, charLimit: Number.POSITIVE_INFINITY };
    const result = await caller.call(tool, input, options);
    const durationMs = Math.round(performance.now() - start);
    const text = textOf(result.content).slice(0, PREVIEW_CHARS);
    onCall?.({ phase: 'end', number, tool, input, isError: result.isError, durationMs, text });
    if (result.later) return { ok: true, later: true };
    return raw ? rawValue(tool, result) : guestValue(tool, result);
  }
}

function refusal(server: string, tool: string, kind: string, message: string): Settled {
  return { ok: false, error: { server, tool, kind, message } };
}
