/** Who is told; `notice-outlet.ts` tells them. */
import * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Notice, NoticeBody } from '../../domain/notice.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { conflict, invalidInput, notFound } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';

export async function listNotices(deps: Deps, caller: Caller): Promise<readonly view.NoticeView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.notices.find())).map(noticeView);
}

export async function putNotice(
  deps: Deps,
  caller: Caller,
  { noticeId, ...body }: NoticeBody & { readonly noticeId: string },
): Promise<view.NoticeView> {
  const saved = await deps.transact(caller.workspaceId, async (tx) => {
    await check(tx, body);
    const before = await tx.notices.get(idOf(noticeId));
    if (before?.channel === 'push')
      throw conflict('This notice goes to a browser, which only its owner changes.', { noticeId }, 'Use another name.');
    const notice: Notice = { ...body, ...(await placeIn(tx, caller, before)), noticeId: idOf(noticeId) };
    await tx.notices.put(notice);
    const { channel, topics, principalId, active } = body;
    tell(tx, caller, noticeId, 'NoticeSaved', 'Who is told what happens was changed.', {
      channel,
      topics,
      principalId,
      active,
    });
    return notice;
  });
  return noticeView(saved);
}

/** Where in the feed it goes on: from now for whoever is new or was paused, who does not get the past. */
export async function placeIn(tx: Tx, caller: Caller, before: Notice | undefined) {
  const { workspaceId, now } = tx;
  const made = { workspaceId, createdBy: before?.createdBy ?? caller.principalId, createdAt: before?.createdAt ?? now };
  if (before?.active !== true)
    return { ...made, deliveredUpTo: await tx.count('outbox'), attempts: 0, nextAttemptAt: now, deadLetters: [] };
  const { deliveredUpTo, deadLetters } = before;
  return { ...made, deliveredUpTo, deadLetters, attempts: 0, nextAttemptAt: now };
}

async function check(tx: Tx, { channel, address, place, principalId }: NoticeBody): Promise<void> {
  if (channel === 'email' && address === undefined)
    throw invalidInput('A notice by e-mail needs an address.', { address: ['is required'] });
  if (channel === 'slack' && place === undefined)
    throw invalidInput('A notice to Slack needs a place.', { place: ['is required'] });
  if (principalId === undefined) return;
  const principal = await tx.principals.get(idOf(principalId));
  if (principal === undefined) throw notFound('principal', principalId);
  if (principal.kind !== 'user')
    throw invalidInput('Only people are told.', { principalId: ['is not a person'] }, 'Use a webhook for programs.');
}

export async function removeNotice(deps: Deps, caller: Caller, noticeId: string): Promise<void> {
  await deps.transact(caller.workspaceId, async (tx) => {
    await present(tx, noticeId);
    await tx.notices.remove(idOf(noticeId));
    tell(tx, caller, noticeId, 'NoticeRemoved', 'Somebody is no longer told what happens.', {});
  });
}

/** Tells once more what could not be told, as far as it still is so. */
export async function replayNotice(deps: Deps, caller: Caller, noticeId: string): Promise<view.NoticeView> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const notice = await present(tx, noticeId);
    const replaying = [...new Set([...(notice.replaying ?? []), ...notice.deadLetters])];
    const changed: Notice = { ...notice, deadLetters: [], replaying, attempts: 0, nextAttemptAt: tx.now };
    await tx.notices.put(changed);
    const detail = { events: notice.deadLetters.length };
    tell(tx, caller, noticeId, 'NoticeReplayed', 'What could not be told is told again.', detail);
    return noticeView(changed);
  });
}

async function present(tx: Tx, noticeId: string): Promise<Notice> {
  const notice = await tx.notices.get(idOf(noticeId));
  if (notice === undefined) throw notFound('notice', noticeId);
  return notice;
}

export function tell(tx: Tx, caller: Caller, noticeId: string, type: string, summary: string, detail: object): void {
  tx.evidence({
    category: 'System',
    type,
    summary,
    actor: actorOf(caller),
    links: { noticeId },
    detail: JSON.parse(JSON.stringify(detail)),
  });
}

export const noticeView = (notice: Notice): view.NoticeView =>
  view.answerOf(view.NoticeView, notice, { nextAttemptAtIso: isoTime(notice.nextAttemptAt) });
