/** Who is sent what happens; `webhook-outlet.ts` sends it. */
import type * as view from '../../answers/index.js';
import type { Webhook } from '../../domain/event.js';
import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import { invalidInput, notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { webhookView } from '../to-view.js';
import { checkSecret, secretFrom } from './webhook-signature.js';

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
  await checkUrl(deps, url);
  if (request.secret !== undefined) checkSecret(request.secret);
  const { sealer } = deps;
  if (sealer === undefined)
    throw portariumFault('Unavailable', 'There is no key file to seal the secret of a webhook with.', {
      suggestion: 'Give the server a key file: PORTARIUM_KEY_FILE.',
    });
  const secret = request.secret ?? secretFrom(deps.surroundings.newToken());
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

async function checkUrl({ webhookPost }: Deps, url: string): Promise<void> {
  const { protocol, username, password } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', username: '', password: '' };
  if (!/^https?:$/.test(protocol)) throw invalidInput('url must be http or https.', { url: ['is not valid'] });
  if (username !== '' || password !== '')
    throw invalidInput(
      'url must not hold a name or a password: everybody who lists webhooks would see it.',
      { url: ['holds credentials'] },
      'The receiver knows us by the signature.',
    );
  const objection = await webhookPost.objection(url);
  if (objection !== undefined) throw invalidInput(objection, { url: ['is not reached'] });
}

/** Sends what was given up once more, all of it or the events with these numbers. */
export async function replayWebhook(
  deps: Deps,
  caller: Caller,
  request: { webhookId: string; sequences?: readonly number[] },
): Promise<view.WebhookView> {
  const { webhookId, sequences } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const webhook = await tx.webhooks.get(idOf(webhookId));
    if (webhook === undefined) throw notFound('webhook', webhookId);
    const wanted = sequences ?? webhook.deadLetters;
    const strangers = wanted.filter((seq) => !webhook.deadLetters.includes(seq));
    if (strangers.length > 0) throw notFound('dead letter', strangers.join(', '));
    const replaying = [...new Set([...(webhook.replaying ?? []), ...wanted])];
    const deadLetters = webhook.deadLetters.filter((seq) => !wanted.includes(seq));
    const changed: Webhook = { ...webhook, deadLetters, replaying, attempts: 0, nextAttemptAt: tx.now };
    await tx.webhooks.put(changed);
    tx.evidence({
      category: 'System',
      type: 'WebhookReplayed',
      summary: 'Events that a receiver had refused are sent again.',
      actor: actorOf(caller),
      links: { webhookId },
      detail: { events: wanted.length },
    });
    return webhookView(changed);
  });
}

export const placeOf = ({ workspaceId, webhookId }: Pick<Webhook, 'workspaceId' | 'webhookId'>): string =>
  `webhook ${workspaceId}/${webhookId}`;
