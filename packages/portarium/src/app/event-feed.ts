/**
 * Who follows the events of a workspace shares one reader: a commit costs one query, however many look on. Whoever comes
 * with an old cursor, or is too slow for what waits for it to be kept, reads the table by itself until it has caught up;
 * so nobody misses an event, and nothing is kept without bound for somebody who does not read.
 */
import type { CloudEvent } from '../domain/event.js';
import type { Store } from '../domain/store-port.js';

const pageSize = 200;

/** More than this is not kept for one follower. */
const mostWaiting = 1000;

/** How long what other processes commit may go unnoticed. */
const lookMs = 500;

export class EventFeed {
  readonly #store: Store;
  readonly #workspaces = new Map<string, WorkspaceFeed>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Events after the cursor, without end, until the signal. */
  async *follow(workspaceId: string, from: number, signal: AbortSignal): AsyncGenerator<CloudEvent> {
    const feed = this.#workspaces.get(workspaceId) ?? new WorkspaceFeed(this.#store, workspaceId);
    this.#workspaces.set(workspaceId, feed);
    const follower = new Follower();
    const end = (): void => follower.wake();
    signal.addEventListener('abort', end);
    feed.join(follower);
    try {
      yield* followed(follower, from, signal, async (cursor) => {
        await feed.opened;
        return this.#store.events(workspaceId, cursor, pageSize);
      });
    } finally {
      signal.removeEventListener('abort', end);
      if (feed.leave(follower)) this.#workspaces.delete(workspaceId);
    }
  }
}

async function* followed(
  follower: Follower,
  from: number,
  signal: AbortSignal,
  page: (cursor: number) => Promise<readonly CloudEvent[]>,
): AsyncGenerator<CloudEvent> {
  let cursor = from;
  while (!signal.aborted) {
    if (!follower.isBehind) await follower.news();
    const catchesUp = follower.isBehind;
    // From here on the reader keeps for us what it finds, so that nothing falls between the page and what follows it.
    if (catchesUp) follower.begin();
    const events = catchesUp ? await page(cursor) : follower.take();
    for (const event of events) {
      if (signal.aborted) return;
      const seq = Number(event.sequence);
      if (seq <= cursor) continue;
      cursor = seq;
      yield event;
    }
    follower.isBehind ||= catchesUp && events.length === pageSize;
  }
}

/** What waits for one who follows. */
class Follower {
  isBehind = true;
  #waiting: CloudEvent[] = [];
  #wake: () => void = () => {};

  begin(): void {
    this.isBehind = false;
    this.#waiting = [];
  }

  give(events: readonly CloudEvent[]): void {
    if (this.isBehind) return;
    this.isBehind = this.#waiting.length + events.length > mostWaiting;
    if (this.isBehind) this.#waiting = [];
    else this.#waiting.push(...events);
    this.wake();
  }

  take(): readonly CloudEvent[] {
    return this.#waiting.splice(0);
  }

  /** Resolves when there is something to take or to catch up with, or somebody woke us. */
  async news(): Promise<void> {
    if (this.#waiting.length > 0 || this.isBehind) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake();
  }
}

/** The one reader of a workspace, for as long as somebody follows. */
class WorkspaceFeed {
  readonly opened: Promise<void>;
  readonly #store: Store;
  readonly #workspaceId: string;
  readonly #followers = new Set<Follower>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #tail = 0;
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(store: Store, workspaceId: string) {
    this.#store = store;
    this.#workspaceId = workspaceId;
    this.opened = this.#open();
    // Whoever reads hears of it.
    this.opened.catch(() => {});
    this.#unsubscribe = store.onCommit((committed) => {
      if (committed === workspaceId) this.#look();
    });
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  join(follower: Follower): void {
    this.#followers.add(follower);
  }

  /** Whether that was the last one. */
  leave(follower: Follower): boolean {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return false;
    clearInterval(this.#timer);
    this.#unsubscribe();
    return true;
  }

  /** Who follows reads for itself what came before this. */
  async #open(): Promise<void> {
    const newest = await this.#store.read(this.#workspaceId, ({ outbox }) => outbox.find({ newest: true, limit: 1 }));
    this.#tail = newest[0]?.seq ?? 0;
  }

  /** What is committed while we read is read in the next round, in one go. */
  #look(): void {
    this.#again = true;
    this.#looking ??= this.#readOn()
      // A database that is away is looked at again soon; nobody has lost anything by then.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #readOn(): Promise<void> {
    await this.opened;
    while (this.#again && this.#followers.size > 0) {
      this.#again = false;
      const events = await this.#store.events(this.#workspaceId, this.#tail, pageSize);
      this.#tail = Number(events.at(-1)?.sequence ?? this.#tail);
      this.#again ||= events.length === pageSize;
      if (events.length > 0) for (const follower of this.#followers) follower.give(events);
    }
  }
}
