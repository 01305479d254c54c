/**
 * Pages of a workspace's events, read once for all who ask for them. They begin at the same numbers for everybody, so that
 * those who come from different places meet; the last few are kept, and the one that is not full yet until it is refreshed.
 */
import { Breath } from '../../domain/breath.js';
import type { CloudEvent } from '../../domain/event.js';

type Page = readonly CloudEvent[];

const pageSize = 200;

/** Who is further behind than this reads for itself. */
const mostKept = 4;

/** Whether a page that ends with this number is full, so that there may be a next one. */
export const endsPage = (sequence: number): boolean => sequence % pageSize === 0;

export class EventPages {
  readonly #read: (after: number, limit: number) => Promise<Page>;
  readonly #full = new Map<number, Promise<Page>>();
  readonly #open = new Map<number, Promise<Page>>();
  readonly #breath = new Breath();
  #line: Promise<void> = Promise.resolve();

  constructor(read: (after: number, limit: number) => Promise<Page>) {
    this.#read = read;
  }

  /** One after the other: whoever is served has written what it got before many more are. */
  async after(cursor: number): Promise<Page> {
    this.#line = this.#line.then(() => this.#breath.take());
    await this.#line;
    return this.#full.get(cursor) ?? this.#open.get(cursor) ?? this.#ask(cursor);
  }

  /** There may be more now behind what was the end. */
  refresh(): void {
    this.#open.clear();
  }

  #ask(cursor: number): Promise<Page> {
    const limit = pageSize - (cursor % pageSize);
    const asked = this.#read(cursor, limit);
    this.#open.set(cursor, asked);
    const forget = (): void => {
      if (this.#open.get(cursor) === asked) this.#open.delete(cursor);
    };
    asked.then((page) => {
      if (page.length < limit) return;
      forget();
      this.#keep(cursor, asked);
    }, forget);
    return asked;
  }

  #keep(cursor: number, page: Promise<Page>): void {
    this.#full.set(cursor, page);
    const [oldest] = this.#full.keys();
    if (this.#full.size > mostKept && oldest !== undefined) this.#full.delete(oldest);
  }
}
