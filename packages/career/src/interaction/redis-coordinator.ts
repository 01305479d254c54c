/**
 * Coordination across processes. Redis decides in one script and leaves a note in an outbox stream in the same step;
 * whoever comes next turns the note into an audit event exactly once. A process that dies in between loses nothing.
 * Processes that share a Redis share the audit database; one with another database is refused, since it would change these
 * interactions and take their evidence away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type SqliteDatabase } from '@quadrivium/ledger';
import type { Redis } from 'ioredis';
import type { AuditLog } from '../audit/audit-log.js';
import type { Interaction } from '../domain/interaction.js';
import { careerFault, Fault } from '../faults.js';
import type { Coordinator, CreateRequest, CreateResult, Transition, TransitionRequest } from './coordinator.js';
import { identityOf, isFleeting } from './database-identity.js';
import {
  deadlineOf,
  foreignRedis,
  isPassing,
  isRefusal,
  noteFrom,
  patienceIn,
  refusalOf,
  refusedByRedis,
  settled,
  stateNamed,
  transitionFrom,
} from './redis-answers.js';
import { applyScript, claimScript, createScript, keys, releaseScript } from './redis-scripts.js';
import { createdEvent, transitionEvent } from './transition-event.js';

type Scripted = Redis & {
  careerCreate(interaction: string, creation: string, ...args: (string | number)[]): Promise<string[]>;
  careerClaim(owner: string, database: string): Promise<string>;
  careerRelease(owner: string, database: string): Promise<string>;
  careerApply(interaction: string, receipt: string, ...args: (string | number)[]): Promise<string[]>;
};

const pauseBetweenMs = 50;
/** How long Redis is waited for once more than it was promised: for what it may have decided, and to give it back. */
const lastWordMs = 2_000;

const unreachable: Transition = { outcome: 'backend_error', before: 'Draft', after: 'Draft', index: 0 };

export class RedisCoordinator implements Coordinator {
  readonly #url: string;
  #connection: Promise<Scripted> | undefined;
  readonly #database: SqliteDatabase;
  readonly #audit: AuditLog;
  readonly #patienceMs: number;
  #claimedAs: string | undefined;

  constructor(uri: string, database: SqliteDatabase, audit: AuditLog) {
    this.#url = redisUrl(uri);
    this.#database = database;
    this.#audit = audit;
    this.#patienceMs = patienceIn(this.#url);
  }

  /** Most people never use Redis, so its client is loaded with the first question. */
  get #redis(): Promise<Scripted> {
    this.#connection ??= connectTo(this.#url, this.#patienceMs);
    return this.#connection;
  }

  async create(request: CreateRequest): Promise<CreateResult> {
    const [outcome = '', id = '', rule = '', ...about] = await this.#ask(() =>
      this.#decided((redis, ...guard) =>
        redis.careerCreate(
          keys.interaction(request.interactionId),
          keys.creation(request.idempotencyKey),
          request.interactionId,
          request.contactId,
          request.opportunityId,
          Date.parse(request.at),
          request.cooldownMs,
          JSON.stringify(request),
          request.eventId,
          ...guard,
        ),
      ),
    );
    await this.#drainOutbox(request.eventId);
    if (outcome === 'conflict') return { outcome, refusal: refusalOf(rule, ...about) };
    const interaction = await this.find(id);
    if (interaction === undefined) throw careerFault('BACKEND_UNAVAILABLE', `Redis no longer knows interaction ${id}.`);
    return { outcome: outcome === 'created' ? 'created' : 'already_created', interaction };
  }

  /** An unreachable Redis is an outcome, not an exception; nothing has changed then, and the caller may repeat the key. */
  async apply(request: TransitionRequest): Promise<Transition> {
    const transition = await this.#transition(request);
    // Also after a repeated key: the process that decided it first may have died before its evidence was written.
    if (transition.outcome !== 'backend_error') await this.#drainOutbox(request.eventId).catch(() => {});
    if (transition.outcome !== 'applied')
      this.#audit.append(transitionEvent(evidenced(request, transition), transition));
    return transition;
  }

  async #transition(request: TransitionRequest): Promise<Transition> {
    try {
      await this.#claim(false);
      return transitionFrom(await this.#decided((redis, ...guard) => askToApply(redis, request, guard)));
    } catch (error) {
      if (error instanceof Fault && error.kind === 'BAD_CONFIGURATION') throw error;
      return unreachable;
    }
  }

  /** Only what changes something looks at the owner itself; for the rest, one who has it on loan asks each time. */
  async #claim(again: boolean): Promise<void> {
    const own = identityOf(this.#database);
    if (this.#claimedAs === own && !(again && isFleeting(own))) return;
    const redis = await this.#redis;
    const owner = await redis.careerClaim(keys.owner, own);
    if (owner !== own) throw foreignRedis(owner);
    this.#claimedAs = own;
  }

  /**
   * Asks for a decision, and again when the answer is late or the line breaks: Redis knows its own decision by the event id.
   * It is given up when Redis would no longer make it, never before, so that nobody is told of an error that was none.
   */
  async #decided(
    question: (redis: Scripted, own: string, deadline: number) => Promise<string[]>,
  ): Promise<readonly string[]> {
    const redis = await this.#redis;
    const own = identityOf(this.#database);
    const { byRedisMs, byUsMs } = await deadlineOf(redis, this.#patienceMs);
    for (;;) {
      try {
        return settled(await question(redis, own, byRedisMs));
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (performance.now() > byUsMs) return lastWord(question(redis, own, byRedisMs), error);
        await sleep(pauseBetweenMs);
      }
    }
  }

  /**
   * Writes the audit events of all decided transitions that have none yet. `own` is the event of what this process just
   * did; everything else was left behind by another and is marked as recovered.
   */
  async #drainOutbox(own?: string): Promise<number> {
    const redis = await this.#redis;
    const notes = await redis.xrange(keys.outbox, '-', '+');
    for (const [id, fields] of notes) {
      this.#record(id, noteFrom(fields), own);
      await redis.xdel(keys.outbox, id);
    }
    return notes.length;
  }

  #record(outboxId: string, note: ReadonlyMap<string, string>, own: string | undefined): void {
    inTransaction(this.#database, () => {
      const { changes } = this.#database.prepare('INSERT OR IGNORE INTO career_drained VALUES (?)').run(outboxId);
      if (Number(changes) === 0) return;
      if (note.get('kind') === 'created') {
        this.#audit.appendWithin(createdEvent(JSON.parse(note.get('request') ?? '{}') as CreateRequest));
        return;
      }
      const request = JSON.parse(note.get('request') ?? '{}') as TransitionRequest;
      const transition: Transition = {
        outcome: 'applied',
        before: stateNamed(note.get('before') ?? ''),
        after: stateNamed(note.get('after') ?? ''),
        index: Number(note.get('index')),
      };
      this.#audit.appendWithin(transitionEvent(request, transition, request.eventId !== own));
    });
  }

  async find(interaction_id: string): Promise<Interaction | undefined> {
    const found = await this.#ask((redis) => redis.hgetall(keys.interaction(interaction_id)));
    if (found.state === undefined) return undefined;
    return {
      interaction_id,
      contact_id: found.contact_id ?? '',
      opportunity_id: found.opportunity_id ?? '',
      state: stateNamed(found.state),
      transition_index: Number(found.transition_index),
    };
  }

  async list(): Promise<Interaction[]> {
    const found = await this.#ask((redis) => interactionIds(redis));
    const all = await Promise.all(found.map((id) => this.find(id)));
    return all.filter((one) => one !== undefined);
  }

  async recover(): Promise<number> {
    return this.#ask(() => this.#drainOutbox());
  }

  async setDoNotContact(contactId: string, forbidden: boolean): Promise<void> {
    await this.#ask((redis) => redis.hset(keys.contact(contactId), 'do_not_contact', forbidden ? '1' : '0'));
  }

  async close(): Promise<void> {
    const redis = await this.#connection;
    const own = this.#claimedAs;
    if (redis?.status === 'ready' && own !== undefined && isFleeting(own))
      await Promise.race([redis.careerRelease(keys.owner, own).catch(() => {}), pause(lastWordMs)]);
    redis?.disconnect();
  }

  async #ask<Answer>(question: (redis: Scripted) => Promise<Answer>): Promise<Answer> {
    try {
      await this.#claim(true);
      return await question(await this.#redis);
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      if (isRefusal(cause)) throw refusedByRedis(cause);
      throw careerFault('BACKEND_UNAVAILABLE', 'Redis did not answer.', {
        cause,
        suggestion: 'Check that Redis runs where --redis points, then repeat the call with the same idempotency key.',
      });
    }
  }
}

/** Nothing waits for its end: a connection that is open keeps the process. */
const pause = (ms: number) => sleep(ms, undefined, { ref: false });

/** Redis makes no decision any more, but it may have made one whose answer was late: then it still knows it. */
async function lastWord(answer: Promise<string[]>, late: unknown): Promise<readonly string[]> {
  const silence = pause(lastWordMs).then(() => Promise.reject(late));
  return settled(await Promise.race([answer, silence]));
}

function askToApply(redis: Scripted, request: TransitionRequest, guard: [string, number]): Promise<string[]> {
  return redis.careerApply(
    keys.interaction(request.interactionId),
    keys.receipt(request.interactionId, request.idempotencyKey),
    request.event,
    request.interactionId,
    request.expectedIndex ?? '',
    Date.parse(request.at),
    request.cooldownMs,
    JSON.stringify(request),
    request.eventId,
    ...guard,
  );
}

/** The caller repeats the key, perhaps under the same event id; that nobody answered is an event of its own. */
function evidenced(request: TransitionRequest, { outcome }: Transition): TransitionRequest {
  return outcome === 'backend_error' ? { ...request, eventId: `${request.eventId}-unanswered` } : request;
}

async function interactionIds(redis: Redis): Promise<string[]> {
  const [before, after] = keys.interaction('*').split('*') as [string, string];
  const names = new Set<string>();
  let cursor = '0';
  do {
    const [next, some] = await redis.scan(cursor, 'MATCH', keys.interaction('*'), 'COUNT', 500);
    for (const name of some) names.add(name.slice(before.length, -after.length));
    cursor = next;
  } while (cursor !== '0');
  return [...names];
}

async function connectTo(url: string, patienceMs: number): Promise<Scripted> {
  // By default, because a CommonJS package has no other name once a bundle is split.
  const { default: ioredis } = await import('ioredis');
  const address = new URL(url);
  // In the address it would be text, which its client takes for no limit at all.
  address.searchParams.delete('commandTimeout');
  const redis = new ioredis.Redis(address.href, {
    // A timer cannot be set for longer than this.
    commandTimeout: Math.min(patienceMs, 2 ** 31 - 1),
    connectTimeout: 1500,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  // Without a listener ioredis prints; callers learn of trouble from the commands themselves.
  redis.on('error', () => {});
  redis.defineCommand('careerCreate', { numberOfKeys: 2, lua: createScript });
  redis.defineCommand('careerClaim', { numberOfKeys: 1, lua: claimScript });
  redis.defineCommand('careerRelease', { numberOfKeys: 1, lua: releaseScript });
  redis.defineCommand('careerApply', { numberOfKeys: 2, lua: applyScript });
  return redis as Scripted;
}

/** `tcp://` is the original's spelling of `redis://`. */
export function redisUrl(uri: string): string {
  const spelled = uri.replace(/^tcp:/, 'redis:');
  if (URL.canParse(spelled) && /^rediss?:$/.test(new URL(spelled).protocol)) return spelled;
  throw careerFault('BAD_CONFIGURATION', `"${uri}" is not a Redis address.`, {
    suggestion: 'Write redis://host:6379/0, rediss:// for TLS, or tcp://host:6379.',
  });
}
