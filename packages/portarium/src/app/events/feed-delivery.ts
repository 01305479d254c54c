/**
 * Brings what happened to one subscriber, in order; events that were put aside are sent again when asked for. All that is
 * kept is how far a subscriber is in the feed: an `Outlet` says what an event means for it, and how that leaves.
 */
import type { CloudEvent, Subscriber } from '../../domain/event.js';
import type { Store, Tx } from '../../domain/store-port.js';

export interface Outlet<S extends Subscriber, Letter = unknown> {
  due(now: number): Promise<readonly S[]>;
  keyOf(subscriber: S): string;
  read(tx: Tx, subscriber: S): Promise<S | undefined>;
  write(tx: Tx, subscriber: S): Promise<void>;
  /** What an event means for a subscriber at this moment: nothing, nothing yet, or something to send. */
  consider(subscriber: S, event: CloudEvent): Promise<Consideration<Letter>>;
  /** Why it did not arrive; nothing when it did. */
  send(subscriber: S, letter: Letter, signal: AbortSignal | undefined): Promise<DeliveryProblem | undefined>;
  /** When it is tried again after so many attempts; never when nothing is given. */
  retryAt(problem: DeliveryProblem, attempts: number, event: CloudEvent, now: number): number | undefined;
  /**
   * For what must not arrive twice: nobody else sends to the subscriber meanwhile, in whatever process, unless the one who
   * does is gone for so long. Longer than a sending may take.
   */
  readonly leaseMs?: number;
}

export type Consideration<Letter> = 'nothing' | { readonly later: number } | { readonly letter: Letter };

export interface DeliveryProblem {
  readonly message: string;
  /** The same again would be refused again. */
  readonly isLasting?: boolean;
  /** It is we who are refused, and asking often would make it worse. */
  readonly isUnwelcome?: boolean;
}

export interface Delivery<S extends Subscriber> {
  readonly store: Store;
  readonly now: () => number;
  readonly outlet: Outlet<S>;
  /** Ends a delivery under way when the process does; the event is sent again by the next one. */
  readonly signal?: AbortSignal;
}

const pageSize = 100;
/** At four minutes for each, a receiver that is gone for weeks. */
const mostDeadLetters = 10_000;
/** What people look at to see that it works. */
const mostArrived = 20;

/** Sends what is due and notes how far it came; gives the number of events that arrived. */
export async function deliverTo<S extends Subscriber>(delivery: Delivery<S>, subscriber: S): Promise<number> {
  const replayed = await replay(delivery, subscriber);
  return replayed + (await deliverNew(delivery, subscriber));
}

async function deliverNew<S extends Subscriber>(delivery: Delivery<S>, subscriber: S): Promise<number> {
  const { store, now, outlet } = delivery;
  const events = await store.events(subscriber.workspaceId, subscriber.deliveredUpTo, pageSize);
  let delivered = 0;
  let seen = subscriber.deliveredUpTo;
  const passOver = (nextAttemptAt = now()) =>
    note(delivery, subscriber, (current) => ({
      ...current,
      ...upTo(Math.max(seen, current.deliveredUpTo), nextAttemptAt),
    }));
  for (const event of events) {
    const seq = Number(event.sequence);
    const meant = await outlet.consider(subscriber, event);
    if (meant !== 'nothing') {
      if ('later' in meant) {
        await passOver(meant.later);
        return delivered;
      }
      if (!(await isOurs(delivery, subscriber, ({ deliveredUpTo }) => deliveredUpTo < seq))) return delivered;
      const problem = await outlet.send(subscriber, meant.letter, delivery.signal);
      if (delivery.signal?.aborted) return endedEarly(delivery, subscriber, delivered);
      if (problem !== undefined) {
        await noteFailure(delivery, subscriber, event, problem);
        return delivered;
      }
      delivered += 1;
      const kept = await note(delivery, subscriber, ({ lastError: _, ...rest }) => ({
        ...(rest as S),
        ...upTo(Math.max(seq, rest.deliveredUpTo), now()),
        arrived: withArrived(rest, seq, now()),
      }));
      if (!kept) return delivered;
    }
    seen = seq;
  }
  // What nobody wanted is passed over in one step.
  if (seen > subscriber.deliveredUpTo) await passOver();
  return delivered;
}

const upTo = (deliveredUpTo: number, nextAttemptAt: number) => ({ deliveredUpTo, attempts: 0, nextAttemptAt });

/** One attempt for each: what is refused again goes back to the dead letters. */
async function replay<S extends Subscriber>(delivery: Delivery<S>, subscriber: S): Promise<number> {
  const { store, outlet, now } = delivery;
  let delivered = 0;
  for (const seq of subscriber.replaying ?? []) {
    const [event] = await store.events(subscriber.workspaceId, seq - 1, 1);
    // Where it was removed meanwhile, another one comes first.
    const isThere = event !== undefined && Number(event.sequence) === seq;
    const meant = isThere ? await outlet.consider(subscriber, event) : 'nothing';
    const letter = meant !== 'nothing' && 'letter' in meant ? meant.letter : undefined;
    if (letter !== undefined && !(await isOurs(delivery, subscriber, ({ replaying = [] }) => replaying.includes(seq))))
      return delivered;
    const problem = letter === undefined ? undefined : await outlet.send(subscriber, letter, delivery.signal);
    if (delivery.signal?.aborted) return endedEarly(delivery, subscriber, delivered);
    if (problem === undefined) delivered += 1;
    const isTold = problem === undefined && letter !== undefined;
    const kept = await note(delivery, subscriber, (current) => ({
      ...current,
      nextAttemptAt: now(),
      replaying: (current.replaying ?? []).filter((each) => each !== seq),
      ...(isTold ? { arrived: withArrived(current, seq, now()) } : {}),
      ...(problem === undefined ? {} : { lastError: problem.message, deadLetters: withDeadLetter(current, seq) }),
    }));
    if (!kept) return delivered;
  }
  return delivered;
}

const withDeadLetter = ({ deadLetters }: Subscriber, seq: number): readonly number[] =>
  [...new Set([...deadLetters, seq])].sort((a, b) => a - b).slice(-mostDeadLetters);

const withArrived = ({ arrived = [] }: { arrived?: Subscriber['arrived'] | undefined }, sequence: number, at: number) =>
  [...arrived, { sequence, at }].slice(-mostArrived);

/** A process that ends in an orderly way keeps nobody else from sending. */
async function endedEarly<S extends Subscriber>(
  delivery: Delivery<S>,
  subscriber: S,
  delivered: number,
): Promise<number> {
  if (delivery.outlet.leaseMs === undefined) return delivered;
  await note(delivery, subscriber, (current) => ({ ...current, nextAttemptAt: delivery.now() }));
  return delivered;
}

/** Of several processes that are about to send the same, one finds it still to be sent and free. */
async function isOurs<S extends Subscriber>(
  { store, outlet }: Delivery<S>,
  subscriber: S,
  isOpen: (current: S) => boolean,
): Promise<boolean> {
  const { leaseMs } = outlet;
  if (leaseMs === undefined) return true;
  return store.transact(subscriber.workspaceId, async (tx) => {
    const current = await outlet.read(tx, subscriber);
    if (current?.active !== true || current.nextAttemptAt > tx.now || !isOpen(current)) return false;
    await outlet.write(tx, { ...current, nextAttemptAt: tx.now + leaseMs });
    return true;
  });
}

/** Tries again later; an event that is refused for good is put aside so that the others arrive. */
async function noteFailure<S extends Subscriber>(
  delivery: Delivery<S>,
  subscriber: S,
  event: CloudEvent,
  problem: DeliveryProblem,
): Promise<void> {
  const now = delivery.now();
  const seq = Number(event.sequence);
  await note(delivery, subscriber, (current) => {
    // Somebody else has brought it meanwhile.
    if (current.deliveredUpTo >= seq) return current;
    const attempts = current.attempts + 1;
    const nextAttemptAt = delivery.outlet.retryAt(problem, attempts, event, now);
    const lastError = problem.message;
    if (nextAttemptAt !== undefined) return { ...current, attempts, lastError, nextAttemptAt };
    return { ...current, ...upTo(seq, now), lastError, deadLetters: withDeadLetter(current, seq) };
  });
}

/** False when somebody has removed the subscriber meanwhile: then nothing more is sent. */
async function note<S extends Subscriber>(
  { store, outlet }: Delivery<S>,
  subscriber: S,
  change: (current: S) => S,
): Promise<boolean> {
  return store.transact(subscriber.workspaceId, async (tx) => {
    const current = await outlet.read(tx, subscriber);
    if (current?.active !== true) return false;
    await outlet.write(tx, change(current));
    return true;
  });
}
