/**
 * Letters to browsers: title, beginning of the prompt and a link, encrypted for the browser (RFC 8291) and signed as ours
 * (RFC 8292). What calls do is read where people sign in. The library is loaded with the first one, and only writes the
 * message: it leaves like a webhook, so that nothing inside is reached.
 */

import { createHash } from 'node:crypto';
import { attempt } from '@quadrivium/kernel/essentials';
import type { PushNotice } from '../../answers/notices.js';
import type { Notice } from '../../domain/notice.js';
import type { PushKeys, PushTarget } from '../../domain/push.js';
import type { Sealer } from '../../domain/sealer.js';
import type { WebhookPost } from '../webhooks/webhook-post.js';
import { type Letter, oneLine } from './letter.js';
import type { Channel, ChannelProblem } from './notice-outlet.js';
import type { PushSettings } from './notice-settings.js';

interface Pushing extends PushSettings {
  readonly push: PushKeys;
  readonly sealer: Sealer;
  readonly post: WebhookPost;
}

/** For how long a push service keeps it for a browser that is closed. */
const keptSeconds = 86_400;
const mostWords = 300;

export function pushChannel(pushing: Pushing): Channel {
  return {
    async send(notice, letter, signal) {
      const target = openedTarget(pushing.sealer, notice);
      if (target === undefined)
        return { message: 'The browser cannot be told with this key file; subscribe there again.', isLasting: true };
      try {
        const { headers, body } = await messageFor(pushing, target, letter);
        return problemOf((await pushing.post.send(target.endpoint, { headers, body, signal })).status);
      } catch (error) {
        return { message: signal.aborted ? 'The push service took too long.' : (error as Error).message.slice(0, 500) };
      }
    },
  };
}

async function messageFor({ contact: subject, push }: Pushing, target: PushTarget, letter: Letter) {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(target, payloadOf(letter), {
    vapidDetails: { subject, ...push },
    TTL: keptSeconds,
    urgency: letter.topic === 'approval' ? 'high' : 'normal',
    // The same letter again takes the place of the one that still waits at the push service.
    topic: createHash('sha256').update(letter.id).digest('base64url').slice(0, 32),
  });
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(texts) as Record<string, string>, body: body ?? Buffer.alloc(0) };
}

function payloadOf({ id, about, topic, subject, words, link }: Letter): string {
  const { url } = { url: undefined, ...link };
  const notice: PushNotice = { tag: id, topic, about, title: subject, body: oneLine(words, mostWords), url };
  return JSON.stringify(notice);
}

/** A subscription that has expired is gone for good; what the service says no to otherwise may change. */
function problemOf(status: number): ChannelProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  const message = `The push service answered ${status}.`;
  return { message, isGone: status === 404 || status === 410, isLasting: status === 400 || status === 413 };
}

export const targetPlace = ({ workspaceId, noticeId }: Pick<Notice, 'workspaceId' | 'noticeId'>): string =>
  `push ${workspaceId}/${noticeId}`;

function openedTarget(sealer: Sealer, notice: Notice): PushTarget | undefined {
  return attempt(
    () => JSON.parse(sealer.open(notice.sealedTarget ?? '', targetPlace(notice))) as PushTarget,
    undefined,
  );
}
