/**
 * Gives the tasks of a session to workers and sees to it that every one is answered. Batches go by measured speed; what takes a
 * worker much longer than it should is also given to another that has nothing to do, and the first answer counts. Where
 * nobody can be reached the coordinator does the tasks itself, so that a run never depends on who is there.
 */
import { PassStopped } from '../../sddp/index.js';
import { Courier, type CourierOptions } from './courier.js';
import { Entry, type Errand } from './errand.js';
import { isLate, isLost, lookMs, OwnSleep } from './lateness.js';
import { type Call, callOf, type Member } from './member.js';
import { obstacleAfter, takeOutcome } from './outcomes.js';
import { batchSize, pacesOf } from './shares.js';

/** Batches a worker has at once, so that it does not wait for the next one. */
const atOnce = 2;

export interface DispatcherOptions extends CourierOptions {
  readonly members: () => readonly Member[];
  readonly isConnected: () => boolean;
  /** A worker that cannot be used; the reason is told to people. */
  readonly giveUpOn: (member: Member, reason: string) => void;
}

export class Dispatcher {
  /** Tasks done here because nobody else could. */
  doneHere = 0;
  readonly #options: DispatcherOptions;
  readonly #courier: Courier;
  readonly #timer: NodeJS.Timeout;
  readonly #sleep = new OwnSleep();
  #queue: Entry[] = [];
  #epoch = 0;
  #isOpen = true;
  /** Kept when what is done here has come to its end. */
  #here: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#courier = new Courier(options);
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  /**
   * All tasks of one step; kept when all are answered, and given up when the signal comes. What belongs to earlier steps is
   * wanted no more.
   */
  async step(errands: readonly Errand[], signal?: AbortSignal): Promise<void> {
    this.#epoch++;
    const entries = errands.map((errand) => this.#enter(errand));
    // Nobody is asked for what has failed, and answers to it are not taken any more.
    const giveUp = (): void => {
      for (const entry of entries) if (!entry.isSettled) entry.fail(new PassStopped());
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    try {
      await Promise.all(entries.map(({ done }) => done));
    } finally {
      signal?.removeEventListener('abort', giveUp);
      giveUp();
      // Nobody else may use the solvers meanwhile.
      await this.#here;
    }
  }

  do(errand: Errand): Promise<void> {
    return this.#enter(errand).done;
  }

  #enter(errand: Errand): Entry {
    const entry = new Entry(errand);
    this.#queue.push(entry);
    queueMicrotask(() => this.hand());
    return entry;
  }

  /** Gives out what waits; called whenever somebody may have become free. */
  hand(): void {
    this.#sleep.forgive(this.#options.members());
    this.#queue = this.#queue.filter((entry) => !entry.isSettled);
    if (this.#queue.length === 0) return;
    const usable = this.#usable();
    if (usable.length === 0) this.#doHere();
    else this.#share(usable);
  }

  close(): void {
    this.#isOpen = false;
    clearInterval(this.#timer);
    for (const member of this.#options.members()) for (const { giveUp } of member.calls) giveUp.abort();
    this.#queue = [];
  }

  #usable(): Member[] {
    if (!this.#options.isConnected()) return [];
    const now = performance.now();
    return this.#options.members().filter((member) => member.isUsable(now));
  }

  #share(usable: readonly Member[]): void {
    const kind = this.#queue[0]!.errand.task.type;
    const paces = pacesOf(usable, kind);
    const byPace = [...usable].sort((a, b) => paces.get(b)! - paces.get(a)!);
    const threads = usable.reduce((sum, member) => sum + member.threads, 0);
    for (let round = 1; round <= atOnce; round++) {
      // A second batch only where there is more than everybody can begin with.
      if (round > 1 && this.#queue.length <= threads) return;
      const waiting = this.#queue.length;
      for (const member of byPace) {
        if (this.#queue.length === 0) return;
        if (member.calls.size >= round || member.isBehind) continue;
        const most = this.#courier.mostAtOnce(kind, member.threads);
        this.#send(member, this.#queue.splice(0, Math.min(most, batchSize(waiting, member, paces))));
      }
    }
  }

  #send(member: Member, entries: readonly Entry[]): void {
    for (const entry of entries) entry.isQueued = false;
    const call = callOf(entries);
    member.calls.add(call);
    void this.#ask(member, call);
  }

  async #ask(member: Member, call: Call): Promise<void> {
    try {
      const answered = await this.#courier.deliver(member, call, this.#epoch);
      member.calls.delete(call);
      takeOutcome(member, call, answered);
    } catch (cause) {
      member.calls.delete(call);
      const obstacle = obstacleAfter(member, cause);
      if (obstacle !== undefined) this.#options.giveUpOn(member, obstacle);
    }
    this.#again(call.entries);
    this.hand();
  }

  /** What was not answered waits again, before everything else. */
  #again(entries: readonly Entry[]): void {
    if (!this.#isOpen) return;
    const back = entries.filter((entry) => !entry.isSettled && !entry.isQueued && !this.#isHeld(entry));
    for (const entry of back) entry.isQueued = true;
    this.#queue.unshift(...back);
  }

  #isHeld(entry: Entry): boolean {
    const now = performance.now();
    return this.#options
      .members()
      .some((member) => member.isUsable(now) && [...member.calls].some(({ entries }) => entries.includes(entry)));
  }

  /** One at a time, so that news of workers come in between. */
  #doHere(): void {
    if (this.#here !== undefined) return;
    this.#here = this.#doNext().finally(() => {
      this.#here = undefined;
      this.hand();
    });
  }

  async #doNext(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const entry = this.#usable().length === 0 ? this.#queue.find(({ isSettled }) => !isSettled) : undefined;
    if (await entry?.solveHere()) this.doneHere++;
  }

  /** Who is late, silent or lost? */
  #look(): void {
    const members = this.#options.members();
    this.#sleep.forgive(members);
    const now = performance.now();
    for (const member of members)
      for (const call of member.calls) {
        if (isLost(member, call, now)) call.giveUp.abort();
        else if (!member.isUsable(now)) this.#again(call.entries);
        else if (isLate(member, call, members, now)) this.#double(member, call);
      }
    this.hand();
  }

  #double(slow: Member, call: Call): void {
    if (call.isDoubled || this.#queue.length > 0) return;
    const idle = this.#usable().find((member) => member !== slow && member.calls.size === 0);
    const open = call.entries.filter(({ isSettled }) => !isSettled);
    if (idle === undefined || open.length === 0) return;
    call.isDoubled = true;
    this.#send(idle, open);
  }
}
