/** What a notice has told, could not tell and is about to: read from the feed each time, like the telling itself. */
import type * as view from '../../answers/index.js';
import type { CloudEvent } from '../../domain/event.js';
import { idOf } from '../../domain/ids.js';
import type { Notice } from '../../domain/notice.js';
import type { Caller } from '../../domain/principal.js';
import { isoTime } from '../../domain/surroundings.js';
import { notFound } from '../../faults.js';
import type { Deps } from '../deps.js';
import { aboutOf, topicOf } from './letter-for.js';
import { noticeView } from './notices.js';

const most = { failed: 50, ahead: 100 };

export async function getNotice(deps: Deps, caller: Caller, noticeId: string): Promise<view.NoticeRecordView> {
  const notice = await deps.store.read(caller.workspaceId, (tables) => tables.notices.get(idOf(noticeId)));
  if (notice === undefined) throw notFound('notice', noticeId);
  const about = async (sequence: number) => aboutEvent(sequence, await eventAt(deps, notice, sequence));
  const told = (notice.arrived ?? []).map(async ({ sequence, at }) => ({
    ...(await about(sequence)),
    toldAtIso: isoTime(at),
  }));
  return {
    ...noticeView(notice),
    told: (await Promise.all(told)).reverse(),
    failed: (await Promise.all(notice.deadLetters.slice(-most.failed).map(about))).reverse(),
    waiting: await waitingFor(deps, notice),
  };
}

async function eventAt({ store }: Deps, { workspaceId }: Notice, sequence: number): Promise<CloudEvent | undefined> {
  const [event] = await store.events(workspaceId, sequence - 1, 1);
  return event !== undefined && Number(event.sequence) === sequence ? event : undefined;
}

const aboutEvent = (sequence: number, event: CloudEvent | undefined) =>
  event === undefined
    ? { sequence }
    : { sequence, topic: topicOf(event), about: aboutOf(event), happenedAtIso: event.time };

async function waitingFor({ store, notices }: Deps, notice: Notice): Promise<view.NoticeRecordView['waiting']> {
  if (!notice.active) return [];
  const ahead = await store.events(notice.workspaceId, notice.deliveredUpTo, most.ahead);
  const considered = ahead.map(async (event) => ({ event, meant: await notices.consider(notice, event) }));
  return (await Promise.all(considered)).flatMap(({ event, meant }): view.NoticeRecordView['waiting'] => {
    if (meant === 'nothing') return [];
    const what = aboutEvent(Number(event.sequence), event);
    const more = 'later' in meant ? { notBeforeIso: isoTime(meant.later) } : { subject: meant.letter.subject };
    return [{ ...what, ...more }];
  });
}
