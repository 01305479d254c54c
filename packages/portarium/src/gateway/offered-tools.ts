import { type Logger, type Operation, silentLogger } from '@quadrivium/kernel';
import { digestOf } from '../domain/json.js';
import { namesOf, refuseAmbiguous } from './tool-names.js';
import type { ToolInfo, ToolSource } from './tool-source.js';

interface OfferOptions {
  readonly downstream: ToolSource;
  /** Makes the operation under which a tool is offered. */
  readonly make: (server: string, info: ToolInfo, name: string) => Operation;
  readonly log?: Logger | undefined;
  /** How long the first answers are waited for; whoever comes later is offered later. */
  readonly patienceMs?: number | undefined;
  readonly lookMs?: number | undefined;
}

interface Offer {
  readonly operations: readonly Operation[];
  readonly askedAt: number;
  readonly failures: number;
}

const absent: Offer = { operations: [], askedAt: 0, failures: 0 };
const freshMs = 60_000;

/** What the servers offer, kept up to date: those that were down are asked again, the others when they say so or now and then. */
export class OfferedTools {
  readonly #options: OfferOptions;
  readonly #offers = new Map<string, Offer>();
  readonly #asking = new Map<string, Promise<void>>();
  readonly #made = new Map<string, Operation>();
  #changed: (operations: readonly Operation[]) => void = () => {};
  #stop: () => void = () => {};

  constructor(options: OfferOptions) {
    this.#options = options;
    refuseAmbiguous(options.downstream.servers());
  }

  async open(): Promise<readonly Operation[]> {
    const { downstream, patienceMs = 30_000 } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.all(downstream.servers().map((server) => this.#ask(server))), patience]);
    clearTimeout(timer);
    return this.operations;
  }

  get operations(): readonly Operation[] {
    return this.#options.downstream.servers().flatMap((server) => this.#offers.get(server)?.operations ?? []);
  }

  /** From now on whoever listens is given the whole list whenever it has changed. */
  watch(changed: (operations: readonly Operation[]) => void): void {
    const { downstream, lookMs = 2000 } = this.#options;
    this.#changed = changed;
    const timer = setInterval(() => this.#look(), lookMs).unref();
    const unsubscribe = downstream.onToolsChanged?.((server) => void this.#ask(server));
    this.#stop = () => {
      clearInterval(timer);
      unsubscribe?.();
      this.#changed = () => {};
    };
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    for (const server of this.#options.downstream.servers()) {
      const { askedAt, failures } = this.#offers.get(server) ?? absent;
      const pause = failures === 0 ? freshMs : Math.min(freshMs, 1000 * 2 ** failures);
      if (performance.now() - askedAt >= pause) void this.#ask(server);
    }
  }

  /** One question at a time; what a server says while it is being asked is asked for once more. */
  #ask(server: string): Promise<void> {
    const known = this.#asking.get(server);
    if (known !== undefined) return known;
    const asking = this.#refresh(server).finally(() => this.#asking.delete(server));
    this.#asking.set(server, asking);
    return asking;
  }

  async #refresh(server: string): Promise<void> {
    const { downstream, log = silentLogger } = this.#options;
    const before = this.#offers.get(server) ?? absent;
    try {
      const operations = this.#operationsOf(server, await downstream.tools(server));
      this.#offers.set(server, { operations, askedAt: performance.now(), failures: 0 });
      if (!sameItems(before.operations, operations)) this.#changed(this.operations);
    } catch (err) {
      if (before.failures === 0) log.warn({ err, server }, 'this server does not answer; it is asked again');
      // What it offered stays: a call says better than an empty list that it is away.
      this.#offers.set(server, { ...before, askedAt: performance.now(), failures: before.failures + 1 });
    }
  }

  #operationsOf(server: string, tools: readonly ToolInfo[]): readonly Operation[] {
    const { log = silentLogger, make } = this.#options;
    // Told twice, the last word counts, as it does where tools are reviewed.
    const byName = new Map(tools.filter((info) => this.#canBeRecorded(server, info)).map((info) => [info.name, info]));
    const names = namesOf(server, [...byName.keys()]);
    return [...byName.values()].flatMap((info) => {
      const name = names.get(info.name);
      if (name !== undefined) return [this.#kept(server, info, name, make)];
      log.warn({ server, tool: info.name }, 'this tool is not offered: its name clashes with another of its server');
      return [];
    });
  }

  /** Half of a character, wherever it stands, has no place in a record; the other tools of the server are offered all the same. */
  #canBeRecorded(server: string, info: ToolInfo): boolean {
    const { log = silentLogger } = this.#options;
    try {
      digestOf(JSON.parse(JSON.stringify(info)));
      return true;
    } catch (err) {
      log.warn(
        { err, server, tool: info.name },
        'this tool is not offered: what its server says of it cannot be recorded',
      );
      return false;
    }
  }

  /** What has not changed stays the same operation, and keeps what was compiled for it. */
  #kept(server: string, info: ToolInfo, name: string, make: OfferOptions['make']): Operation {
    const key = digestOf(JSON.parse(JSON.stringify([server, name, info])));
    const operation = this.#made.get(key) ?? make(server, info, name);
    this.#made.set(key, operation);
    return operation;
  }
}

const sameItems = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
