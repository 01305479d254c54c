/** Events as they are, to an address, signed: once, unless a process ends between the answer of a receiver and the note of it. */
import { attempt } from '@quadrivium/kernel/essentials';
import type { CloudEvent, Webhook } from '../../domain/event.js';
import { idOf } from '../../domain/ids.js';
import type { Sealer } from '../../domain/sealer.js';
import type { Store } from '../../domain/store-port.js';
import type { Outlet } from '../events/feed-delivery.js';
import type { WebhookPost } from './webhook-post.js';
import { signatureOf } from './webhook-signature.js';
import { placeOf } from './webhooks.js';

interface Sending {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly now: () => number;
  readonly post: WebhookPost;
}

const mostAttempts = 8;
const sendingMs = 10_000;

export function webhookOutlet(sending: Sending): Outlet<Webhook, CloudEvent> {
  return {
    leaseMs: sendingMs + 5000,
    due: (now) => sending.store.dueWebhooks(now),
    keyOf: ({ webhookId }) => webhookId,
    read: (tx, { webhookId }) => tx.webhooks.get(idOf(webhookId)),
    write: (tx, webhook) => tx.webhooks.put(webhook),
    consider: async (webhook, event) => (isWanted(webhook, event.type) ? { letter: event } : 'nothing'),
    async send(webhook, event, signal) {
      const message = await send(sending, webhook, event, signal);
      return message === undefined ? undefined : { message };
    },
    retryAt: (_, attempts, __, now) => (attempts < mostAttempts ? now + 1000 * 2 ** attempts : undefined),
  };
}

const isWanted = ({ types }: Webhook, type: string): boolean =>
  types.length === 0 || types.some((beginning) => type.startsWith(beginning));

async function send(
  { sealer, now, post }: Sending,
  webhook: Webhook,
  event: CloudEvent,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(now() / 1000);
  const secret = opened(sealer, webhook);
  if (secret === undefined) return 'The secret does not open with this key file; make the webhook anew.';
  const headers = {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(secret, event.id, seconds, body),
  };
  const limits = [AbortSignal.timeout(sendingMs), ...(signal === undefined ? [] : [signal])];
  try {
    const { status } = await post.send(webhook.url, { headers, body, signal: AbortSignal.any(limits) });
    return status >= 200 && status < 300 ? undefined : `The receiver answered ${status}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

function opened(sealer: Sealer, webhook: Webhook): string | undefined {
  return attempt(() => sealer.open(webhook.sealedSecret, placeOf(webhook)), undefined);
}
