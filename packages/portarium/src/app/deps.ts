import type { Signer } from '@quadrivium/ledger';
import type { EvidenceActor } from '../domain/evidence.js';
import type { PrincipalId } from '../domain/ids.js';
import { digestOf } from '../domain/json.js';
import type { Notice } from '../domain/notice.js';
import type { Site } from '../domain/passkey.js';
import { personOf } from '../domain/person.js';
import type { Caller, Principal } from '../domain/principal.js';
import { personBehind } from '../domain/principal.js';
import type { Sealer } from '../domain/sealer.js';
import type { Collections, Store, Tx } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import type { ToolCatalog } from '../engine/catalog.js';
import type { Engine } from '../engine/engine.js';
import { Fault, portariumFault } from '../faults.js';
import type { Downstream } from '../steps/ports.js';
import type { EventFeed } from './events/event-feed.js';
import type { Outlet } from './events/feed-delivery.js';
import type { CallLog } from './evidence/call-log.js';
import type { Letter } from './notices/letter.js';
import { isRefusal } from './refusable.js';
import type { WebhookPost } from './webhooks/webhook-post.js';

/** What the use cases stand on. */
export interface Deps {
  readonly store: Store;
  /** A transaction of the store; during a call it also keeps the record of the call, see `call-log.ts`. */
  readonly transact: Store['transact'];
  readonly calls: CallLog;
  readonly feed: EventFeed;
  readonly engine: Engine;
  readonly catalog: ToolCatalog;
  readonly downstream: Downstream;
  readonly surroundings: Surroundings;
  readonly redact: <T>(value: T) => T;
  readonly maskSecrets: <T>(value: T) => T;
  readonly signer?: Signer;
  readonly sealer?: Sealer;
  /** The site whose pages people use, for passkeys. */
  readonly site: Site;
  readonly agentLeaseMs: number;
  /** Told when a key was revoked or a principal changed, so that whoever was shut out loses what is open. */
  readonly accessChanged: Set<() => void>;
  readonly idempotencyMs: number;
  readonly webhookPost: WebhookPost;
  /** What happens as people are told of it. */
  readonly notices: Outlet<Notice, Letter>;
  /** The address of the console, without a slash at its end, where somebody has said it. */
  readonly consoleUrl?: string;
  /** The public key of our messages to browsers, where the operator wants people to be told there. */
  readonly pushKey?: string;
  /** What Slack signs the clicks with that it tells of. */
  readonly slackSigningSecret?: string;
}

/** Repeating a request with its key gives the same answer; the same key with another request is refused. */
export interface Keyed {
  readonly idempotencyKey?: string;
}

export function actorOf(caller: Caller, principal?: Principal): EvidenceActor {
  const kind = caller.kind === 'service' ? 'machine' : caller.kind;
  const onBehalfOf = caller.onBehalfOf ?? principal?.onBehalfOf;
  return { kind, id: caller.principalId, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) };
}

/** The caller with what the database knows about whom it acts for. */
export async function identified(
  tables: Collections,
  caller: Caller,
): Promise<Caller & { readonly person: PrincipalId }> {
  const principal = await tables.principals.get(caller.principalId);
  const onBehalfOf = caller.onBehalfOf ?? principal?.onBehalfOf;
  const known = { ...caller, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) };
  return { ...known, person: await personOf(tables, personBehind(known)) };
}

/**
 * Runs a command once per key. The answer is kept in the transaction of the command itself, so that ten requests at the
 * same moment give one effect, and the same key with another request is refused.
 */
export async function once<T extends object>(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  command: { readonly name: string; readonly key: string | undefined; readonly input: unknown },
  work: () => Promise<T>,
): Promise<T & { readonly replayed: boolean }> {
  if (command.key === undefined) return { ...(await work()), replayed: false };
  const key = digestOf([caller.principalId, command.name, command.key]);
  const fingerprint = digestOf(JSON.parse(JSON.stringify(command.input)));
  const known = await tx.idempotency.get(key);
  if (known !== undefined && known.expiresAt > tx.now) {
    if (known.fingerprint === fingerprint) return { ...(revived(known.answer) as T), replayed: true };
    throw portariumFault('IdempotencyConflict', 'This idempotency key was used for a different request.', {
      context: { command: command.name },
      suggestion: 'Use a new key for a new request; repeat the old request unchanged to get its answer.',
    });
  }
  const answer = await work();
  if (key.endsWith('0')) await forgetOld(tx);
  await tx.idempotency.put({
    workspaceId: tx.workspaceId,
    key,
    fingerprint,
    answer: kept(answer),
    expiresAt: tx.now + deps.idempotencyMs,
  });
  return { ...answer, replayed: false };
}

/** A refusal is an answer too: the same request with the same key is refused in the same words. */
function kept(answer: object): unknown {
  if (!('refused' in answer)) return answer;
  const { kind, message, context, suggestion } = answer.refused as Fault;
  return { refused: { kind, message, context, ...(suggestion === undefined ? {} : { suggestion }) } };
}

function revived(answer: unknown): unknown {
  if (!isRefusal(answer)) return answer;
  const { kind, message, ...details } = (answer as { refused: Pick<Fault, 'kind' | 'message'> }).refused;
  return { refused: new Fault(kind, message, details) };
}

/**
 * A few at a time, with one of sixteen new keys: the table stays as large as a day, and most commands need not look at more
 * than their own key.
 */
async function forgetOld(tx: Tx): Promise<void> {
  const old = await tx.idempotency.find({ where: { expires_at: { lte: tx.now } }, limit: 40 });
  for (const { key } of old) await tx.idempotency.remove(key);
}

export function pageLimit(limit: number | undefined): number {
  return Math.min(200, Math.max(1, limit ?? 50));
}

export function pageOf<T, V>(
  items: readonly T[],
  limit: number,
  idOf: (item: T) => string,
  view: (item: T) => V,
): { readonly items: readonly V[]; readonly nextCursor?: string } {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const more = items.length > limit && last !== undefined ? { nextCursor: idOf(last) } : {};
  return { items: page.map(view), ...more };
}
