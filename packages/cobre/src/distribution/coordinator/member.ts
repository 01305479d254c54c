/** A worker as the coordinator of a session sees it. */
import type { Knowledge, Presence, Task } from '../wire/messages.js';
import type { Entry } from './errand.js';

/** Work that is at a worker. */
export interface Call {
  readonly entries: readonly Entry[];
  /** Since it has what it needs for it, as far as is known. */
  began: number;
  /** When it last took or gave a part of a letter; a large one takes long to send. */
  heardAt: number;
  readonly kind: Task['type'];
  readonly giveUp: AbortController;
  /** Others were given the same because this one takes too long. */
  isDoubled: boolean;
}

export function callOf(entries: readonly Entry[]): Call {
  const began = performance.now();
  const { type: kind } = entries[0]!.errand.task;
  return { entries, began, heardAt: began, kind, giveUp: new AbortController(), isDoubled: false };
}

/** How much the last batch counts in the measured speed. */
const newest = 0.3;
/** Without a word for so long it may be gone, and nobody waits for it. */
export const silentMs = 3000;

export class Member {
  presence: Presence;
  /** Refused ones are not asked again in this session, unless they were only busy. */
  state: 'new' | 'invited' | 'ready' | 'refused' = 'new';
  /** When it was last heard, put off by what this process slept. */
  seenAt: number;
  #saidAt: number;
  answered = 0;
  lpSolves = 0;
  readonly calls = new Set<Call>();
  readonly #known = new Map<number, Omit<Knowledge, 'place'>>();
  /** Kept when the last letter has left. */
  #turn: Promise<void> = Promise.resolve();
  /** Tasks per second, by kind. */
  readonly #pace = new Map<Task['type'], number>();

  constructor(presence: Presence, now: number) {
    this.presence = presence;
    this.seenAt = now;
    this.#saidAt = now;
  }

  heard(presence: Presence, now: number): void {
    this.presence = presence;
    this.seenAt = now;
    this.#saidAt = now;
  }

  get threads(): number {
    return this.presence.threads;
  }

  isUsable(now: number): boolean {
    return this.state === 'ready' && now - this.seenAt < silentMs;
  }

  /** Others had to be given what it has; it gets no more before it has answered. */
  get isBehind(): boolean {
    return [...this.calls].some(({ isDoubled }) => isDoubled);
  }

  /** Whether it said, some time after a moment, that it has nothing to do; a task may take any time. */
  isIdleSince(moment: number): boolean {
    return this.presence.busy === 0 && this.#saidAt > moment + silentMs;
  }

  known(place: number): Omit<Knowledge, 'place'> {
    return this.#known.get(place) ?? { cuts: 0, generation: 0, basis: 0 };
  }

  learn({ place, ...what }: Knowledge): void {
    this.#known.set(place, what);
  }

  relearn(known: readonly Knowledge[]): void {
    this.#known.clear();
    for (const one of known) this.learn(one);
  }

  /** Letters of this one go out one after the other, because a later one counts on what an earlier one told. */
  async inTurn<T>(send: (sent: () => void) => Promise<T>): Promise<T> {
    const before = this.#turn;
    let sent = (): void => {};
    this.#turn = new Promise((resolve) => {
      sent = resolve;
    });
    await before;
    return send(sent).finally(sent);
  }

  pace(kind: Task['type']): number | undefined {
    return this.#pace.get(kind);
  }

  measured(kind: Task['type'], tasks: number, seconds: number): void {
    const now = tasks / Math.max(1e-6, seconds);
    const before = this.#pace.get(kind);
    this.#pace.set(kind, before === undefined ? now : before + newest * (now - before));
  }

  /** Milliseconds so many tasks should take. */
  expectedMs(kind: Task['type'], tasks: number): number | undefined {
    const pace = this.#pace.get(kind);
    return pace === undefined ? undefined : (1000 * tasks) / pace;
  }
}
