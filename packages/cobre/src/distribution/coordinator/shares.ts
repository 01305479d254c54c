import type { Task } from '../wire/messages.js';
import type { Member } from './member.js';

/** Tasks of a kind per second that a thread does on average; undefined before anybody has shown it. */
export function paceOfThread(members: readonly Member[], kind: Task['type']): number | undefined {
  const shown = members.flatMap((member) => {
    const pace = member.pace(kind);
    return pace === undefined ? [] : [pace / member.threads];
  });
  return shown.length === 0 ? undefined : shown.reduce((sum, pace) => sum + pace, 0) / shown.length;
}

/** How fast each is at a kind of task; one that has not shown it yet counts as an average one with as many threads. */
export function pacesOf(members: readonly Member[], kind: Task['type']): Map<Member, number> {
  const average = paceOfThread(members, kind) ?? 1;
  return new Map(members.map((member) => [member, member.pace(kind) ?? average * member.threads]));
}

/**
 * How many of the waiting tasks a member gets at once, by its speed. While there is much to do it gets half of its share, so that
 * the rest can still go to whoever turns out faster; the last rounds are given out whole, because each message costs time.
 */
export function batchSize(waiting: number, member: Member, paces: ReadonlyMap<Member, number>): number {
  let [all, threads] = [0, 0];
  for (const [{ threads: own }, pace] of paces) {
    all += pace;
    threads += own;
  }
  const share = (waiting * (paces.get(member) ?? 0)) / all;
  return Math.max(1, Math.ceil(waiting <= 2 * threads ? share : share / 2));
}
