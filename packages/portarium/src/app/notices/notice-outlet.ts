/** Tells people what happened. A notice that would be late for its purpose, because it has been dealt with, is not sent. */
import { engineActor } from '../../domain/evidence.js';
import { idOf } from '../../domain/ids.js';
import type { Notice, NoticeChannel } from '../../domain/notice.js';
import { quietUntil } from '../../domain/quiet-hours.js';
import type { Store } from '../../domain/store-port.js';
import type { Consideration, DeliveryProblem, Outlet } from '../events/feed-delivery.js';
import type { Letter } from './letter.js';
import { type LetterSettings, letterFor, topicOf } from './letter-for.js';

export interface ChannelProblem extends DeliveryProblem {
  /** There is nobody there any more, and there will not be. */
  readonly isGone?: boolean;
}

export interface Channel {
  /** Why it did not arrive; nothing when it did. Ends within `sendingMs`. */
  send(notice: Notice, letter: Letter, signal: AbortSignal): Promise<ChannelProblem | undefined>;
}

export type Channels = Partial<Readonly<Record<NoticeChannel, Channel>>>;

interface Telling extends LetterSettings {
  readonly store: Store;
  readonly now: () => number;
  readonly channels: Channels;
}

const sendingMs = 30_000;
const longestPauseMs = 300_000;
/** At five minutes for each, an hour in which somebody may set right what we sign in with. */
const mostUnwelcome = 12;
/** A failure is news for so long; an approval for as long as it waits. */
const newsMs = 72 * 3_600_000;

export function noticeOutlet(telling: Telling): Outlet<Notice, Letter> {
  const { store, now, channels } = telling;
  return {
    leaseMs: sendingMs + 5000,
    due: (at) => store.dueNotices(at),
    keyOf: ({ noticeId }) => noticeId,
    read: (tx, { noticeId }) => tx.notices.get(idOf(noticeId)),
    write: (tx, notice) => tx.notices.put(notice),
    async consider(notice, event): Promise<Consideration<Letter>> {
      const topic = topicOf(event);
      if (topic === undefined || !notice.topics.includes(topic)) return 'nothing';
      const letter = await store.read(notice.workspaceId, (tables) => letterFor(telling, tables, notice, event));
      if (letter === undefined) return 'nothing';
      const later = notBefore(notice, Date.parse(event.time), now());
      return later === undefined ? { letter } : { later };
    },
    async send(notice, letter, signal) {
      const channel = channels[notice.channel];
      if (channel === undefined) return { message: `This server is not set up for ${notice.channel}.` };
      const limits = [AbortSignal.timeout(sendingMs), ...(signal === undefined ? [] : [signal])];
      const problem = await channel.send(notice, letter, AbortSignal.any(limits));
      if (problem === undefined) return undefined;
      if (problem.isGone) await forget(store, notice);
      // What the other side says may repeat what we said to it.
      return { ...problem, message: telling.redact(problem.message) };
    },
    retryAt({ isLasting, isUnwelcome }, attempts, { time }, at) {
      if (isLasting || at - Date.parse(time) > newsMs) return undefined;
      if (isUnwelcome) return attempts < mostUnwelcome ? at + longestPauseMs : undefined;
      return at + Math.min(longestPauseMs, 1000 * 2 ** attempts);
    },
  };
}

/** Unless it was made anew meanwhile. */
async function forget(store: Store, { workspaceId, noticeId, sealedTarget }: Notice): Promise<void> {
  await store.transact(workspaceId, async (tx) => {
    const current = await tx.notices.get(noticeId);
    if (current === undefined || current.sealedTarget !== sealedTarget) return;
    await tx.notices.remove(noticeId);
    tx.evidence({
      category: 'System',
      type: 'NoticeRemoved',
      summary: 'A browser is no longer there to be told.',
      actor: engineActor,
      links: { noticeId },
    });
  });
}

function notBefore({ afterMinutes, quietHours, timeZone }: Notice, happened: number, now: number): number | undefined {
  const due = happened + afterMinutes * 60_000;
  if (due > now) return due;
  return quietHours === undefined ? undefined : quietUntil(quietHours, timeZone, now);
}
