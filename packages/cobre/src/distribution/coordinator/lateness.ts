/** Who takes longer than they should. */
import type { Call, Member } from './member.js';
import { paceOfThread } from './shares.js';

/** How often it is looked at who is late. */
export const lookMs = 25;
/** So much longer than expected, and at least so long, until the same is given to another as well. */
const doubledAfter = 2;
const leastDoubledMs = 150;
/** A worker that has had nothing to do for so long since it was last heard has answered, and the answer was lost on its way. */
const lostMs = 10_000;
/** What a first batch may take: so much longer than those of others, because its code is not compiled yet, and no longer. */
const firstTakes = 10;
const unknownMs = 5000;

export function isLost(member: Member, { heardAt }: Call, now: number): boolean {
  return now - heardAt > lostMs && member.isIdleSince(heardAt);
}

export function isLate(
  member: Member,
  { kind, entries, began }: Call,
  members: readonly Member[],
  now: number,
): boolean {
  const usual = entries.length * (taskMs(members, kind) ?? unknownMs);
  const expected = member.expectedMs(kind, entries.length) ?? Math.min(unknownMs, firstTakes * usual);
  return now - began > Math.max(leastDoubledMs, doubledAfter * expected);
}

/** What a task takes a worker with one thread; unknown where nobody has shown it. */
function taskMs(members: readonly Member[], kind: Call['kind']): number | undefined {
  const pace = paceOfThread(members, kind);
  return pace === undefined ? undefined : 1000 / pace;
}

/** While this thread was busy nobody could be heard, which says nothing about them. */
export class OwnSleep {
  #lookedAt = performance.now();

  forgive(members: readonly Member[]): void {
    const now = performance.now();
    const slept = now - this.#lookedAt - lookMs;
    if (slept > 10 * lookMs) for (const member of members) member.seenAt += slept;
    this.#lookedAt = now;
  }
}
