/**
 * Being told in this browser. Three sides must agree before it is so: the person allows it, the browser has subscribed with
 * our key, and the server knows of it. Each can change without the others, so all three are asked each time.
 */
import type { Page as List, NoticeView, PushKeyView } from '@quadrivium/portarium/answers';
import { inWorkspace } from '../../state/session.js';
import { ask } from '../../wire/rest.js';
import { WireError } from '../../wire/trouble.js';
import { presentWorker, startedWorker } from './worker.js';

export interface ThisBrowser {
  /** Who is told here: whoever looks, nobody, or somebody who was here before. */
  readonly told: 'you' | 'nobody' | 'another';
  /** What the browser is bound to when it subscribes. */
  readonly publicKey: string;
  /** Browsers in which the same person is told, this one among them. */
  readonly browsers: readonly NoticeView[];
  /** Which of them this is. */
  readonly noticeId: string | undefined;
}

/** Which subscription of the server is this browser's; nothing secret. */
const place = 'quadrivium-push';
const subscriptions = (): string => inWorkspace('/push/subscriptions');
const own = (noticeId: string): string => `${subscriptions()}/${encodeURIComponent(noticeId)}`;

/** Why nobody can be told here, in words that help; undefined when it can be. */
export function hindrance(): string | undefined {
  if (!isSecureContext) return 'Browsers show notices only of pages that came over https or from this machine.';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'This browser cannot be told. On a phone or tablet of Apple, add the page to the home screen and open it there.';
  if (Notification.permission === 'denied')
    return 'Notices of this site are blocked in this browser. Allow them in its settings for this site, and load the page again.';
  return undefined;
}

export async function lookAtThisBrowser(signal: AbortSignal): Promise<ThisBrowser> {
  const { publicKey } = await ask<PushKeyView>(inWorkspace('/push/key'), { signal });
  const { items: browsers } = await ask<List<NoticeView>>(subscriptions(), { signal });
  const noticeId = localStorage.getItem(place) ?? undefined;
  const isKnown = browsers.some((each) => each.noticeId === noticeId);
  const told = (await isSubscribed(publicKey)) ? (isKnown ? 'you' : 'another') : 'nobody';
  return { told, publicKey, browsers, noticeId: isKnown ? noticeId : undefined };
}

async function isSubscribed(publicKey: string): Promise<boolean> {
  if (hindrance() !== undefined || Notification.permission !== 'granted') return false;
  const subscription = await presentSubscription();
  return subscription !== undefined && isBoundTo(subscription, publicKey);
}

const presentSubscription = async (): Promise<PushSubscription | undefined> =>
  (await (await presentWorker())?.pushManager.getSubscription()) ?? undefined;

/** With another key file the server has another key, and what is bound to the old one is told nothing any more. */
function isBoundTo({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}

export async function tellHere(publicKey: string, wishes: object): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new WireError({
      kind: 'NotAllowed',
      message: 'The browser was not allowed to show notices.',
      suggestion: hindrance() ?? 'Try again, and allow it when the browser asks.',
    });
  const subscription = await subscribed(publicKey).catch(unsubscribable);
  const body = { ...wishes, subscription: subscription.toJSON() };
  const { noticeId } = await ask<NoticeView>(subscriptions(), { method: 'POST', body });
  const before = localStorage.getItem(place);
  localStorage.setItem(place, noticeId);
  // The browser has a new address, and nobody is behind the old one.
  if (before !== null && before !== noticeId) await forgotten(before);
  return 'From now on you are told here.';
}

async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await startedWorker();
  const before = await pushManager.getSubscription();
  if (before !== null && !isBoundTo(before, publicKey)) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function unsubscribable(error: unknown): never {
  throw new WireError({
    kind: 'NoPushService',
    message: `The browser did not subscribe: ${error instanceof Error ? error.message : String(error)}`,
    suggestion: 'Its push service may be switched off or out of reach. E-mail and Slack tell you as well.',
  });
}

export async function stopBrowser(noticeId: string): Promise<void> {
  if (noticeId === localStorage.getItem(place)) await stopHere();
  else await ask(own(noticeId), { method: 'DELETE' });
}

/** The server is told last: whatever it answers, this browser shows nothing any more. */
export async function stopHere(): Promise<undefined> {
  const noticeId = localStorage.getItem(place);
  localStorage.removeItem(place);
  if ('serviceWorker' in navigator) await (await presentSubscription())?.unsubscribe();
  if (noticeId !== null) await forgotten(noticeId);
}

/** Whoever is no longer there has nothing to be removed. */
async function forgotten(noticeId: string): Promise<void> {
  await ask(own(noticeId), { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof WireError && error.trouble.status === 404)) throw error;
  });
}
