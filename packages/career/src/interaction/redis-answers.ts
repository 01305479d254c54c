/** What the scripts of Redis answer, in the words of a coordinator. */
import type { InteractionState } from '../domain/interaction.js';
import { interactionStates } from '../domain/interaction.js';
import { careerFault, type Fault } from '../faults.js';
import type { Outcome, Refusal, Transition } from './coordinator.js';
import { isFleeting } from './database-identity.js';

/** How long a slow Redis is waited for, in milliseconds, unless its address says otherwise. */
const usualPatienceMs = 5_000;
/** "none" in an address: a century. */
const withoutEnd = 3e12;

/** `redis://host/0?commandTimeout=20000` waits for 20 seconds. */
export function patienceIn(url: string): number {
  const said = new URL(url).searchParams.get('commandTimeout');
  if (said === null) return usualPatienceMs;
  if (said === 'none') return withoutEnd;
  if (/^[1-9]\d*$/.test(said)) return Math.min(Number(said), withoutEnd);
  throw careerFault('BAD_CONFIGURATION', `"${said}" is not a commandTimeout of a Redis address.`, {
    context: { commandTimeout: said },
    suggestion: 'Write a whole number of milliseconds above 0, for example ?commandTimeout=20000, or "none".',
  });
}

/** Redis answers so while it reads its file or runs a long script; soon it will answer otherwise. */
const notYet = /^(LOADING|BUSY|TRYAGAIN)\b/;

/** Redis has read the question and will not decide it: it is a replica, full, or holds something else under the key. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError' && !notYet.test(error.message);
}

/**
 * Whether the same question may be answered later: no answer came in time, or the line broke. After a refusal, or on a
 * connection that we have closed, it never is.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const lineBroke =
    ['MaxRetriesPerRequestError', 'AbortError', 'InterruptError'].includes(error.name) || 'syscall' in error;
  return lineBroke || error.message === 'Command timed out' || notYet.test(error.message);
}

/** Until when Redis may decide, by its clock and by ours. Ours ends last: after it, nothing of what was asked can happen. */
interface Deadline {
  readonly byRedisMs: number;
  readonly byUsMs: number;
}

/** Redis has read its clock before we read ours, so its moment of giving up is never after ours. */
export async function deadlineOf(redis: { time(): Promise<unknown[]> }, patienceMs: number): Promise<Deadline> {
  const [seconds, micros] = await redis.time();
  const byUsMs = performance.now() + patienceMs;
  return { byRedisMs: Number(seconds) * 1000 + Number(micros) / 1000 + patienceMs, byUsMs };
}

export function transitionFrom(answer: readonly string[]): Transition {
  const [outcome = 'backend_error', before = '', after = '', index = '0', rule = '', ...about] = answer;
  const states = { before: stateNamed(before), after: stateNamed(after), index: Number(index) };
  return { outcome: outcome as Outcome, ...states, ...(rule === '' ? {} : { refusal: refusalOf(rule, ...about) }) };
}

/** An answer that decides; what came too late or belongs to another database does not. */
export function settled(answer: readonly string[]): readonly string[] {
  const [outcome, owner = ''] = answer;
  if (outcome === 'foreign') throw foreignRedis(owner);
  if (outcome === 'expired') throw careerFault('BACKEND_UNAVAILABLE', 'Redis answered too late; nothing was changed.');
  return answer;
}

export function foreignRedis(owner: string): Fault {
  return careerFault('BAD_CONFIGURATION', `This Redis coordinates another career database (${owner}).`, {
    suggestion: isFleeting(owner)
      ? 'That one is kept in memory: stop it (if it was killed, wait a minute), or give this one a Redis of its own, for example /1 instead of /0. Processes that work together are started with the same --db.'
      : 'Start with the --db that belongs to it, or give this database a Redis of its own, for example /1 instead of /0.',
  });
}

export function refusedByRedis(cause: Error): Fault {
  return careerFault('BACKEND_UNAVAILABLE', `Redis refused: ${cause.message}`, {
    cause,
    suggestion: 'Check that --redis points to a Redis that takes writes and has memory left, then repeat the same key.',
  });
}

export function noteFrom(fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as const] : [])));
}

export function stateNamed(name: string): InteractionState {
  const state = interactionStates.find((one) => one === name);
  if (state === undefined) throw careerFault('BACKEND_UNAVAILABLE', `Redis holds the unknown state "${name}".`);
  return state;
}

const refusalTexts: Record<Refusal['rule'], string> = {
  'OUT-001': 'The contact was written to within the cooldown.',
  'OUT-002': 'The contact must not be contacted.',
  idempotency_key_reused: 'This idempotency key was used for something else.',
  stale_index: 'The interaction has moved on.',
  exists: 'An interaction with this id exists.',
};

export function refusalOf(rule: string, other = '', untilMs = ''): Refusal {
  const known = rule as Refusal['rule'];
  return {
    rule: known,
    message: refusalTexts[known],
    ...(other === '' ? {} : { other_interaction_id: other }),
    ...(untilMs === '' ? {} : { until: new Date(Number(untilMs)).toISOString() }),
  };
}
