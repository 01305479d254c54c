/** Delivers events to one subscriber, in order, at least once; events that were put aside are sent again when asked for. */
import type { CloudEvent, Webhook } from '../domain/event.js';
import { idOf } from '../domain/ids.js';
import type { Sealer } from '../domain/sealer.js';
import type { Store } from '../domain/store-port.js';
import type { WebhookPost } from './webhook-post.js';
import { signatureOf } from './webhook-signature.js';
import { placeOf } from './webhooks.js';

export interface Delivery {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly now: () => number;
  readonly post: WebhookPost;
  /** Ends a delivery under way when the process does; the event is sent again by the next one. */
  readonly signal?: AbortSignal;
}

const mostAttempts = 8;
const pageSize = 100;
/** At four minutes for each, a receiver that is gone for weeks. */
const mostDeadLetters = 10_000;

/** Sends what is due and notes how far it came; gives the number of events that arrived. */
export async function deliverTo(delivery: Delivery, webhook: Webhook): Promise<number> {
  const replayed = await replay(delivery, webhook);
  return replayed + (await deliverNew(delivery, webhook));
}

async function deliverNew(delivery: Delivery, webhook: Webhook): Promise<number> {
  const { store, now } = delivery;
  const events = await store.events(webhook.workspaceId, webhook.deliveredUpTo, pageSize);
  let delivered = 0;
  for (const event of events.filter(({ type }) => isWanted(webhook, type))) {
    const seq = Number(event.sequence);
    const problem = await send(delivery, webhook, event);
    if (delivery.signal?.aborted) return delivered;
    if (problem !== undefined) {
      await noteFailure(store, webhook, seq, problem, now());
      return delivered;
    }
    delivered += 1;
    const kept = await note(store, webhook, ({ lastError: _, ...rest }) => ({ ...rest, ...upTo(seq, now()) }));
    if (!kept) return delivered;
  }
  const last = Number(events.at(-1)?.sequence ?? 0);
  // What nobody wanted is passed over in one step.
  if (last > webhook.deliveredUpTo)
    await note(store, webhook, (current) => ({ ...current, ...upTo(Math.max(last, current.deliveredUpTo), now()) }));
  return delivered;
}

const isWanted = ({ types }: Webhook, type: string): boolean =>
  types.length === 0 || types.some((beginning) => type.startsWith(beginning));

const upTo = (deliveredUpTo: number, now: number) => ({ deliveredUpTo, attempts: 0, nextAttemptAt: now });

/** One attempt for each: what is refused again goes back to the dead letters. */
async function replay(delivery: Delivery, webhook: Webhook): Promise<number> {
  const { store } = delivery;
  let delivered = 0;
  for (const seq of webhook.replaying ?? []) {
    const [event] = await store.events(webhook.workspaceId, seq - 1, 1);
    const problem = event === undefined ? undefined : await send(delivery, webhook, event);
    if (delivery.signal?.aborted) return delivered;
    if (problem === undefined) delivered += 1;
    const kept = await note(store, webhook, (current) => ({
      ...current,
      replaying: (current.replaying ?? []).filter((each) => each !== seq),
      ...(problem === undefined ? {} : { lastError: problem, deadLetters: withDeadLetter(current, seq) }),
    }));
    if (!kept) return delivered;
  }
  return delivered;
}

const withDeadLetter = ({ deadLetters }: Webhook, seq: number): readonly number[] =>
  [...new Set([...deadLetters, seq])].sort((a, b) => a - b).slice(-mostDeadLetters);

async function send({ sealer, now, post, signal }: Delivery, webhook: Webhook, event: CloudEvent) {
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
  const limits = [AbortSignal.timeout(10_000), ...(signal === undefined ? [] : [signal])];
  try {
    const { status } = await post.send(webhook.url, { headers, body, signal: AbortSignal.any(limits) });
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
  await note(store, webhook, (current) => {
    const attempts = current.attempts + 1;
    if (attempts < mostAttempts) return { ...current, attempts, lastError, nextAttemptAt: now + 1000 * 2 ** attempts };
    return { ...current, ...upTo(seq, now), lastError, deadLetters: withDeadLetter(current, seq) };
  });
}

/** False when somebody has removed the webhook meanwhile: then nothing more is sent. */
async function note(
  store: Store,
  { workspaceId, webhookId }: Webhook,
  change: (current: Webhook) => Webhook,
): Promise<boolean> {
  return store.transact(workspaceId, async (tx) => {
    const current = await tx.webhooks.get(idOf(webhookId));
    if (current?.active !== true) return false;
    await tx.webhooks.put(change(current));
    return true;
  });
}
