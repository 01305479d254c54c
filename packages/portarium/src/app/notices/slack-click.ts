/**
 * What Slack tells of a click. A click decides nothing, whoever made it: Slack knows who somebody is there, not who they
 * are here. The answer is where to sign in. Only what Slack has signed just now is heard, and once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { digestOf } from '../../domain/json.js';
import { portariumFault } from '../../faults.js';
import type { Deps } from '../deps.js';

export interface SignedClick {
  readonly timestamp: string;
  readonly signature: string;
  /** The bytes that were signed. */
  readonly body: string;
}

const windowSeconds = 300;

const Click = z.object({
  type: z.literal('block_actions'),
  actions: z.array(z.object({ value: z.string().max(2000) })).min(1),
});
const About = z.object({
  workspaceId: z.string(),
  topic: z.enum(['approval', 'failure', 'work']),
  about: z.string().max(200),
});

const pages = { approval: 'approvals', failure: 'runs', work: 'work-items' } as const;

/** The words that whoever clicked is shown. */
export async function answerClick(
  deps: Pick<Deps, 'store' | 'surroundings'>,
  settings: { readonly signingSecret: string; readonly consoleUrl?: string | undefined },
  click: SignedClick,
): Promise<string> {
  const now = deps.surroundings.now();
  if (!isSigned(settings.signingSecret, click, now))
    throw portariumFault('Unauthenticated', 'Slack has not signed this, or not just now.');
  const { workspaceId, topic, about } = aboutOf(click.body);
  const isKnown = (await deps.store.workspaces()).some((each) => each.workspaceId === workspaceId);
  if (!isKnown || !(await isFirst(deps, workspaceId, click, now)))
    throw portariumFault('Unauthenticated', 'This was heard already, or is about nothing here.');
  const { consoleUrl } = settings;
  if (consoleUrl === undefined) return 'Nothing was decided. Look at it with the command in the message.';
  return `Nothing was decided. Sign in and look: ${consoleUrl}/#/${pages[topic]}/${encodeURIComponent(about)}`;
}

function isSigned(secret: string, { timestamp, signature, body }: SignedClick, now: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > windowSeconds) return false;
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(signature)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

function aboutOf(body: string): z.output<typeof About> {
  try {
    const { actions } = Click.parse(JSON.parse(new URLSearchParams(body).get('payload') ?? ''));
    return About.parse(JSON.parse(actions[0]?.value ?? ''));
  } catch {
    throw portariumFault('InvalidInput', 'This is not a click on one of our buttons.');
  }
}

async function isFirst(
  { store }: Pick<Deps, 'store'>,
  workspaceId: string,
  { signature, timestamp }: SignedClick,
  now: number,
): Promise<boolean> {
  const key = digestOf(['slack', timestamp, signature]);
  return store.transact(workspaceId, async (tx) => {
    const known = await tx.idempotency.get(key);
    if (known !== undefined) return false;
    const expiresAt = now + 2 * windowSeconds * 1000;
    await tx.idempotency.put({ workspaceId: tx.workspaceId, key, fingerprint: key, answer: {}, expiresAt });
    return true;
  });
}
