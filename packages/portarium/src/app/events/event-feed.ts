/**
 * Who follows the events of a workspace shares what is read of them: a commit costs one query and one spelling, however
 * many look on. A follower is a cursor and nothing else; it takes the next page when its own line has taken the last one,
 * so nobody misses an event, and nothing is kept for somebody who does not read.
 */
import type { CloudEvent } from '../../domain/event.js';
import type { Store } from '../../domain/store-port.js';
import { EventPages, endsPage } from './event-pages.js';

/** How long what other processes commit may go unnoticed. */
const lookMs = 500;

/** What each follower may cost the others: with many of them, what happens close together arrives together. */
const pausePerFollowerMs = 0.5;
const longestPauseMs = 250;

export class EventFeed {
  readonly #store: Store;
  readonly #workspaces = new Map<string, WorkspaceFeed>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Pages of events after the cursor, without end, until the signal. All who follow are given the same pages. */
  async *follow(workspaceId: string, from: number, signal: AbortSignal): AsyncGenerator<readonly CloudEvent[]> {
    const feed = this.#workspaces.get(workspaceId) ?? new WorkspaceFeed(this.#store, workspaceId);
    this.#workspaces.set(workspaceId, feed);
    feed.join();
    try {
      for (let cursor = from; !signal.aborted; ) {
        const round = feed.round;
        const page = await feed.page(cursor);
        if (signal.aborted) return;
        if (page.length === 0) await feed.after(round, signal);
        else yield page;
        cursor = Number(page.at(-1)?.sequence ?? cursor);
      }
    } finally {
      if (feed.leave()) this.#workspaces.delete(workspaceId);
    }
  }
}

/** The one reader of a workspace, for as long as somebody follows. */
class WorkspaceFeed {
  readonly #store: Store;
  readonly #workspaceId: string;
  readonly #pages: EventPages;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  readonly #opened: Promise<void>;
  readonly #waiting = new Set<() => void>();
  #followers = 0;
  #tail = 0;
  #round = 0;
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(store: Store, workspaceId: string) {
    this.#store = store;
    this.#workspaceId = workspaceId;
    this.#pages = new EventPages((after, limit) => store.events(workspaceId, after, limit));
    this.#opened = this.#open();
    // Whoever reads hears of it.
    this.#opened.catch(() => {});
    this.#unsubscribe = store.onCommit((committed) => {
      if (committed === workspaceId) this.#look();
    });
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  /** Goes up whenever there is something new. */
  get round(): number {
    return this.#round;
  }

  join(): void {
    this.#followers += 1;
  }

  /** Whether that was the last one. */
  leave(): boolean {
    this.#followers -= 1;
    if (this.#followers > 0) return false;
    clearInterval(this.#timer);
    this.#unsubscribe();
    return true;
  }

  async page(cursor: number): Promise<readonly CloudEvent[]> {
    await this.#opened;
    return this.#pages.after(cursor);
  }

  /** Resolves when there is something newer than that round, or at the signal. */
  async after(round: number, signal: AbortSignal): Promise<void> {
    if (this.#round > round || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.#waiting.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#waiting.add(end);
      signal.addEventListener('abort', end);
    });
  }

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
    await this.#opened;
    while (this.#again && this.#followers > 0) {
      this.#again = false;
      this.#pages.refresh();
      const page = await this.#pages.after(this.#tail);
      if (page.length === 0) continue;
      this.#tail = Number(page.at(-1)?.sequence);
      this.#again ||= endsPage(this.#tail);
      this.#round += 1;
      for (const wake of [...this.#waiting]) wake();
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const milliseconds = Math.min(longestPauseMs, Math.floor(this.#followers * pausePerFollowerMs));
    if (milliseconds < 5) return;
    await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  }
}
