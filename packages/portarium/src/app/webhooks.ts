/**
 * Delivers events to subscribers, in order, at least once. The signature follows the Standard Webhooks form: an HMAC over
 * id, time and body, so that a receiver can tell forgeries and replays.
 */

import { createHmac } from 'node:crypto';
import type * as view from '../answers/index.js';
import type { CloudEvent, Webhook } from '../domain/event.js';
import { idOf } from '../domain/ids.js';
import type { Caller } from '../domain/principal.js';
import type { Sealer } from '../domain/sealer.js';
import type { Store } from '../domain/store-port.js';
import { invalidInput, notFound, portariumFault } from '../faults.js';
import { actorOf, type Deps } from './deps.js';
import { webhookView } from './to-view.js';

export async function listWebhooks(deps: Deps, caller: Caller): Promise<readonly view.WebhookView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.webhooks.find())).map(webhookView);
}

export async function removeWebhook(deps: Deps, caller: Caller, webhookId: string): Promise<void> {
  await deps.transact(caller.workspaceId, async (tx) => {
    if ((await tx.webhooks.get(idOf(webhookId))) === undefined) throw notFound('webhook', webhookId);
    await tx.webhooks.remove(idOf(webhookId));
    tx.evidence({
      category: 'System',
      type: 'WebhookRemoved',
      summary: 'A webhook was removed.',
      actor: actorOf(caller),
      links: { webhookId },
    });
  });
}

export async function createWebhook(
  deps: Deps,
  caller: Caller,
  request: { url: string; types?: readonly string[]; secret?: string },
) {
  const { url, types = [] } = request;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalidInput('url must be http or https.', { url: ['is not valid'] });
  const { sealer } = deps;
  if (sealer === undefined)
    throw portariumFault('Unavailable', 'There is no key file to seal the secret of a webhook with.', {
      suggestion: 'Give the server a key file: PORTARIUM_KEY_FILE.',
    });
  const secret = request.secret ?? `whsec_${deps.surroundings.newToken()}`;
  return deps.transact(caller.workspaceId, async (tx) => {
    const { workspaceId } = tx;
    const webhookId = tx.newId('wh');
    const webhook: Webhook = {
      workspaceId,
      webhookId,
      url,
      types,
      sealedSecret: sealer.seal(secret, placeOf({ workspaceId, webhookId })),
      active: true,
      createdBy: caller.principalId,
      createdAt: tx.now,
      // From now on: a new subscriber does not get the whole past.
      deliveredUpTo: await tx.count('outbox'),
      attempts: 0,
      nextAttemptAt: tx.now,
      deadLetters: [],
    };
    await tx.webhooks.put(webhook);
    tx.evidence({
      category: 'System',
      type: 'WebhookCreated',
      summary: 'A webhook was made.',
      actor: actorOf(caller),
      links: { webhookId: webhook.webhookId },
    });
    return { ...webhookView(webhook), secret };
  });
}

const placeOf = ({ workspaceId, webhookId }: Pick<Webhook, 'workspaceId' | 'webhookId'>): string =>
  `webhook ${workspaceId}/${webhookId}`;

export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

export type Post = (
  url: string,
  init: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<{ status: number }>;

const mostAttempts = 8;

/** Sends what is due and notes how far it came. One event at a time and in order, for each subscriber by itself. */
export async function deliverWebhooks(delivery: Delivery): Promise<number> {
  const { store, now } = delivery;
  let delivered = 0;
  for (const due of await store.dueWebhooks(now())) delivered += await deliverTo(delivery, due);
  return delivered;
}

export interface Delivery {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly now: () => number;
  readonly post: Post;
}

async function deliverTo(delivery: Delivery, webhook: Webhook): Promise<number> {
  const { store, now } = delivery;
  let delivered = 0;
  let { deliveredUpTo } = webhook;
  for (const event of await store.events(webhook.workspaceId, webhook.deliveredUpTo, 100)) {
    const seq = Number(event.sequence);
    const wanted = webhook.types.length === 0 || webhook.types.some((type) => event.type.startsWith(type));
    const problem = wanted ? await send(delivery, webhook, event) : undefined;
    if (problem !== undefined) {
      await noteFailure(store, webhook, seq, problem, now());
      return delivered;
    }
    deliveredUpTo = seq;
    if (wanted) delivered += 1;
    await note(store, webhook, () => ({ deliveredUpTo, attempts: 0, nextAttemptAt: now() }));
  }
  return delivered;
}

async function send({ sealer, now, post }: Delivery, webhook: Webhook, event: CloudEvent): Promise<string | undefined> {
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
  try {
    const { status } = await post(webhook.url, { headers, body, signal: AbortSignal.timeout(10_000) });
    return status >= 200 && status < 300 ? undefined : `The receiver answered ${status}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

function opened(sealer: Sealer, webhook: Webhook): string | undefined {
  try {
    return sealer.open(webhook.sealedSecret, placeOf(webhook));
  } catch {
    return undefined;
  }
}

/** Tries again after a growing pause; an event that is refused for good is put aside so that the others arrive. */
async function noteFailure(store: Store, webhook: Webhook, seq: number, lastError: string, now: number): Promise<void> {
  await note(store, webhook, ({ attempts, deadLetters }) => {
    const made = attempts + 1;
    if (made < mostAttempts) return { attempts: made, lastError, nextAttemptAt: now + 1000 * 2 ** made };
    return {
      attempts: 0,
      lastError,
      deliveredUpTo: seq,
      nextAttemptAt: now,
      deadLetters: [...deadLetters, seq].slice(-100),
    };
  });
}

async function note(
  store: Store,
  { workspaceId, webhookId }: Webhook,
  change: (current: Webhook) => Partial<Webhook>,
): Promise<void> {
  await store.transact(workspaceId, async (tx) => {
    const current = await tx.webhooks.get(idOf(webhookId));
    if (current !== undefined) await tx.webhooks.put({ ...current, ...change(current) });
  });
}
