/**
 * One HTTP response that starts undecided: a single answer goes out as plain JSON, anything more turns it into an event
 * stream. Writers get a promise that resolves when the reader has caught up, which is all the back-pressure there is.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface ReplyOptions {
  readonly headers?: OutgoingHttpHeaders;
  readonly acceptsJson: boolean;
  readonly acceptsEvents: boolean;
  /** A silent response becomes a stream with comments after this time, so that nobody in between gives up. 0 for never. */
  readonly keepAliveMs: number;
  /** Called once when the stream starts, to write what must come first. */
  readonly onStream?: () => void;
}

const streamHeaders: OutgoingHttpHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export class Reply {
  readonly #res: ServerResponse;
  readonly #options: ReplyOptions;
  readonly #keepAlive: NodeJS.Timeout | undefined;
  #state: 'undecided' | 'stream' | 'ended' = 'undecided';

  constructor(res: ServerResponse, options: ReplyOptions) {
    this.#res = res;
    this.#options = options;
    if (options.keepAliveMs > 0 && options.acceptsEvents && !res.closed) {
      this.#keepAlive = setInterval(() => this.#beat(), options.keepAliveMs).unref();
    }
    res.once('close', () => clearInterval(this.#keepAlive));
  }

  /** Somebody can still receive what is written. */
  get isOpen(): boolean {
    return this.#state !== 'ended' && !this.#res.destroyed;
  }

  get isUndecided(): boolean {
    return this.#state === 'undecided' && this.#options.acceptsJson;
  }

  get acceptsEvents(): boolean {
    return this.#options.acceptsEvents;
  }

  get writableNeedDrain(): boolean {
    return this.#res.writableNeedDrain;
  }

  get bufferedBytes(): number {
    return this.#res.writableLength;
  }

  /** Calls back once the response is over; `delivered` is false when the reader left before the end. */
  whenOver(done: (delivered: boolean) => void): void {
    const over = (): void => done(this.#res.writableFinished);
    // The caller may have hung up while its request was still being read.
    if (this.#res.closed) setImmediate(over);
    else this.#res.once('close', over);
  }

  startStream(): void {
    if (this.#state !== 'undecided' || this.#res.destroyed) return;
    this.#state = 'stream';
    this.#res.writeHead(200, { ...this.#options.headers, ...streamHeaders });
    this.#res.flushHeaders();
    this.#options.onStream?.();
  }

  event(text: string, id?: string): Promise<void> {
    this.startStream();
    return this.write(`event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`);
  }

  write(frame: string): Promise<void> {
    if (!this.isOpen || this.#res.write(frame)) return Promise.resolve();
    return drained(this.#res);
  }

  json(text: string): void {
    if (!this.isOpen) return;
    this.#state = 'ended';
    const length = Buffer.byteLength(text);
    this.#res.writeHead(200, {
      ...this.#options.headers,
      'content-type': 'application/json',
      'content-length': length,
    });
    this.#res.end(text);
  }

  end(): void {
    if (!this.isOpen) return;
    this.startStream();
    this.#state = 'ended';
    clearInterval(this.#keepAlive);
    this.#res.end();
  }

  #beat(): void {
    if (!this.isOpen || this.#res.writableNeedDrain) return;
    this.startStream();
    this.#res.write(': keepalive\n\n');
  }
}

/** One wait per response, however many writers share it. */
const waits = new WeakMap<ServerResponse, Promise<void>>();

/** Resolves when the buffer is empty again, or when nobody is left to empty it. */
export function drained(res: ServerResponse): Promise<void> {
  const current = waits.get(res);
  if (current !== undefined) return current;
  const wait = new Promise<void>((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      waits.delete(res);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
  waits.set(res, wait);
  return wait;
}
