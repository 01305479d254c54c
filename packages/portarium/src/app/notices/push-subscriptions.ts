/** Browsers of people who want to be told there. Each person says so for themselves, in that browser. */
import { createHash } from 'node:crypto';
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Notice } from '../../domain/notice.js';
import type { Caller } from '../../domain/principal.js';
import type { PushBody } from '../../domain/push.js';
import { conflict, invalidInput, notFound, portariumFault } from '../../faults.js';
import type { Deps } from '../deps.js';
import { noticeView, placeIn, tell } from './notices.js';
import { targetPlace } from './push.js';

const mostBrowsers = 20;

export async function getPushKey(deps: Deps, caller: Caller): Promise<view.PushKeyView> {
  requirePerson(caller);
  return { publicKey: settledKey(deps, 'NotFound') };
}

export async function listPush(deps: Deps, caller: Caller): Promise<readonly view.NoticeView[]> {
  const all = await deps.store.read(caller.workspaceId, (tables) => tables.notices.find());
  return all.filter((notice) => isOwn(notice, caller)).map(noticeView);
}

/** One entry for each browser, whoever sits there: the last person who said so is told, and nobody reads another's. */
export async function subscribePush(deps: Deps, caller: Caller, body: PushBody): Promise<view.NoticeView> {
  requirePerson(caller);
  settledKey(deps);
  const { subscription, ...wishes } = body;
  const host = await checkedHost(deps, subscription.endpoint);
  const noticeId = idOf<'notice'>(
    `push-${createHash('sha256').update(subscription.endpoint).digest('hex').slice(0, 24)}`,
  );
  return deps.transact(caller.workspaceId, async (tx) => {
    const before = await tx.notices.get(noticeId);
    const own = (await tx.notices.find()).filter((notice) => isOwn(notice, caller) && notice.noticeId !== noticeId);
    if (own.length >= mostBrowsers) throw conflict(`${mostBrowsers} browsers are enough; unsubscribe one first.`);
    const isSame = before !== undefined && isOwn(before, caller);
    const notice: Notice = {
      ...wishes,
      ...(await placeIn(tx, caller, isSame ? before : undefined)),
      noticeId,
      channel: 'push',
      address: host,
      principalId: caller.principalId,
      roles: [],
      active: true,
      sealedTarget: sealed(deps, targetPlace({ workspaceId: tx.workspaceId, noticeId }), subscription),
    };
    await tx.notices.put(notice);
    const { topics, principalId } = notice;
    tell(tx, caller, noticeId, 'NoticeSaved', 'Somebody is told in a browser what happens.', {
      channel: 'push',
      topics,
      principalId,
    });
    return noticeView(notice);
  });
}

export async function unsubscribePush(deps: Deps, caller: Caller, noticeId: string): Promise<void> {
  await deps.transact(caller.workspaceId, async (tx) => {
    const notice = await tx.notices.get(idOf(noticeId));
    if (notice === undefined || !isOwn(notice, caller)) throw notFound('subscription', noticeId);
    await tx.notices.remove(idOf(noticeId));
    tell(tx, caller, noticeId, 'NoticeRemoved', 'Somebody is no longer told in a browser.', {});
  });
}

const isOwn = ({ channel, principalId }: Notice, caller: Caller): boolean =>
  channel === 'push' && principalId === caller.principalId;

function requirePerson({ kind, unproven }: Caller): void {
  if (kind === 'user' && unproven === undefined) return;
  throw portariumFault('Forbidden', 'Only people are told in browsers.', { suggestion: 'Use a webhook for programs.' });
}

/** Whoever only asks finds no key; whoever wants to be told cannot be. */
function settledKey({ pushKey, sealer }: Deps, kind: 'NotFound' | 'Unavailable' = 'Unavailable'): string {
  if (pushKey !== undefined && sealer !== undefined) return pushKey;
  throw portariumFault(kind, 'This server is not set up to tell people in their browsers.', {
    suggestion:
      'Name a contact in the operator’s file, "notices": { "push": { "contact": "mailto:…" } }, and have a key file.',
  });
}

const sealed = ({ sealer }: Deps, place: string, subscription: PushBody['subscription']): string =>
  sealer?.seal(JSON.stringify(subscription), place) ?? '';

async function checkedHost({ webhookPost }: Deps, endpoint: string): Promise<string> {
  const { host, username, password } = new URL(endpoint);
  if (username !== '' || password !== '')
    throw invalidInput('endpoint must not hold a name or a password.', { endpoint: ['holds credentials'] });
  const objection = await webhookPost.objection(endpoint);
  if (objection !== undefined) throw invalidInput(objection, { endpoint: ['is not reached'] });
  return host;
}
