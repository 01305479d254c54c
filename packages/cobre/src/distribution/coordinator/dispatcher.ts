/**
 * Gives the tasks of a session to workers and sees to it that every one is answered. Batches go by measured speed; what takes a
 * worker much longer than it should is also given to another that has nothing to do, and the first answer counts. Where
 * nobody can be reached the coordinator does the tasks itself, so that a run never depends on who is there.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { encode } from '../wire/encode.js';
import { CallLost, type Link, NobodyThere } from '../wire/link.js';
import { type Answer, type Knowledge, type Outcome, outcome, read } from '../wire/messages.js';
import { Entry, type Errand } from './errand.js';
import type { Call, Member } from './member.js';
import type { MemorySource } from './memory-source.js';
import { batchSize, pacesOf } from './shares.js';

/** How often it is looked at who is late. */
const lookMs = 25;
/** So much longer than expected, and at least so long, until the same is given to another as well. */
const doubledAfter = 2;
const leastDoubledMs = 150;
/** A worker that has had nothing to do for so long since it was last heard has answered, and the answer was lost on its way. */
const lostMs = 10_000;
/** What a first batch may take, of which nobody knows how long it takes. */
const unknownMs = 5000;
/** Batches a worker has at once, so that it does not wait for the next one. */
const atOnce = 2;
/** What is wrong with a worker and not with the study. */
const ownFaults: ReadonlySet<string> = new Set(['MpiError', 'LimitExceeded']);

export interface DispatcherOptions {
  readonly session: string;
  readonly link: Link;
  readonly source: MemorySource;
  readonly members: () => readonly Member[];
  readonly isConnected: () => boolean;
  /** Where a worker gets its work. */
  readonly subjectOf: (member: Member) => string;
  /** A worker that cannot be used; the reason is told to people. */
  readonly giveUpOn: (member: Member, reason: string) => void;
}

export class Dispatcher {
  /** Tasks done here because nobody else could. */
  doneHere = 0;
  readonly #options: DispatcherOptions;
  readonly #timer: NodeJS.Timeout;
  #queue: Entry[] = [];
  #open = new Set<Entry>();
  #epoch = 0;
  #lookedAt = performance.now();
  #isHereWanted = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  /** All tasks of one step; kept when all are answered. What belongs to earlier steps is wanted no more. */
  async step(errands: readonly Errand[]): Promise<void> {
    this.#epoch++;
    await Promise.all(errands.map((errand) => this.do(errand)));
  }

  do(errand: Errand): Promise<void> {
    const entry = new Entry(errand);
    this.#queue.push(entry);
    this.#open.add(entry);
    queueMicrotask(() => this.hand());
    return entry.done;
  }

  /** Gives out what waits; called whenever somebody may have become free. */
  hand(): void {
    this.#forgiveOwnSleep();
    this.#queue = this.#queue.filter((entry) => !entry.isSettled);
    if (this.#queue.length === 0) return;
    const usable = this.#usable();
    if (usable.length === 0) this.#doHere();
    else this.#share(usable);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const member of this.#options.members()) for (const { giveUp } of member.calls) giveUp.abort();
    this.#queue = [];
    this.#open.clear();
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
        if (member.calls.size >= round) continue;
        this.#send(member, this.#queue.splice(0, batchSize(waiting, member, paces)));
      }
    }
  }

  #send(member: Member, entries: readonly Entry[]): void {
    const { source, session } = this.#options;
    for (const entry of entries) entry.isQueued = false;
    const places = [...new Set(entries.flatMap(({ errand }) => errand.places))];
    const needs = places.map((place) => source.need(place));
    const memory = needs.flatMap((need) => source.missing(need, member.known(need.place)));
    for (const need of needs) member.learn(need);
    const tasks = entries.map(({ errand }) => errand.task);
    const bytes = encode({ session, epoch: this.#epoch, memory, needs, tasks });
    const began = performance.now();
    const call: Call = {
      entries,
      began,
      heardAt: began,
      kind: tasks[0]!.type,
      giveUp: new AbortController(),
      isDoubled: false,
    };
    member.calls.add(call);
    void this.#ask(member, call, bytes);
  }

  async #ask(member: Member, call: Call, bytes: Uint8Array): Promise<void> {
    const { link, subjectOf } = this.#options;
    try {
      const heard = (): void => {
        call.heardAt = performance.now();
      };
      const answered = read(outcome, await link.call(subjectOf(member), bytes, call.giveUp.signal, heard));
      member.calls.delete(call);
      this.#answered(member, call, answered);
    } catch (cause) {
      member.calls.delete(call);
      this.#lost(member, cause);
    }
    this.#again(call.entries);
    this.hand();
  }

  #answered(member: Member, call: Call, answered: Outcome): void {
    if (answered.type === 'done') this.#take(member, call, answered);
    else if (answered.type === 'lacking') member.relearn(answered.known as Knowledge[]);
    else if (answered.type === 'elsewhere') member.state = 'new';
    else if (answered.type === 'failed') this.#failed(member, call, answered.fault);
  }

  #take(member: Member, call: Call, { answers, seconds }: Extract<Outcome, { type: 'done' }>): void {
    if (answers.length !== call.entries.length) throw new Fault('MpiError', 'A worker left tasks out.', {});
    member.measured(call.kind, answers.length, seconds);
    call.entries.forEach((entry, k) => {
      if (entry.isSettled) return;
      entry.errand.take(answers[k]!);
      this.#settle(entry);
      member.answered++;
      member.lpSolves += solvesOf(answers[k]!);
    });
  }

  #failed(member: Member, { entries }: Call, { kind, message, context, suggestion }: FaultRecord): void {
    const fault = new Fault(kind, message, { context, ...(suggestion === undefined ? {} : { suggestion }) });
    if (ownFaults.has(kind)) throw fault;
    // Whoever solved it would have found the same.
    for (const entry of entries) if (!entry.isSettled) this.#fail(entry, fault);
    member.answered++;
  }

  #lost(member: Member, cause: unknown): void {
    if (cause instanceof NobodyThere) member.state = 'new';
    else if (!(cause instanceof CallLost)) this.#options.giveUpOn(member, faultOf(cause).message);
    if (cause instanceof NobodyThere) member.seenAt = Number.NEGATIVE_INFINITY;
  }

  /** What was not answered waits again, before everything else. */
  #again(entries: readonly Entry[]): void {
    const back = entries.filter(
      (entry) => !entry.isSettled && !entry.isQueued && this.#open.has(entry) && !this.#isHeld(entry),
    );
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
    if (this.#isHereWanted) return;
    this.#isHereWanted = true;
    setImmediate(() => {
      this.#isHereWanted = false;
      const entry = this.#usable().length === 0 ? this.#queue.find(({ isSettled }) => !isSettled) : undefined;
      if (entry !== undefined) this.#solveHere(entry);
      this.hand();
    });
  }

  #solveHere(entry: Entry): void {
    try {
      entry.errand.here();
      this.doneHere++;
      this.#settle(entry);
    } catch (cause) {
      this.#fail(entry, cause);
    }
  }

  #settle(entry: Entry): void {
    this.#open.delete(entry);
    entry.settle();
  }

  #fail(entry: Entry, cause: unknown): void {
    this.#open.delete(entry);
    entry.fail(cause);
  }

  /** Who is late, silent or lost? */
  #look(): void {
    this.#forgiveOwnSleep();
    const now = performance.now();
    for (const member of this.#options.members()) {
      for (const call of member.calls) {
        const age = now - call.began;
        const expected = member.expectedMs(call.kind, call.entries.length) ?? unknownMs;
        if (now - call.heardAt > lostMs && member.isIdleSince(call.heardAt)) call.giveUp.abort();
        else if (!member.isUsable(now)) this.#again(call.entries);
        else if (age > Math.max(leastDoubledMs, doubledAfter * expected)) this.#double(member, call);
      }
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

  /** While this thread was busy nobody could be heard, which says nothing about them. */
  #forgiveOwnSleep(): void {
    const now = performance.now();
    const slept = now - this.#lookedAt - lookMs;
    if (slept > 10 * lookMs) for (const member of this.#options.members()) member.seenAt += slept;
    this.#lookedAt = now;
  }
}

/** Whatever a worker says must not end a run. */
function faultOf(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return new Fault('MpiError', `What a worker answered could not be used: ${String(cause)}`, {
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}

type FaultRecord = Extract<Outcome, { type: 'failed' }>['fault'];

function solvesOf(answer: Answer): number {
  return answer.type === 'scenario' ? answer.work.lpSolves : (answer.statistics.solves ?? 0);
}
