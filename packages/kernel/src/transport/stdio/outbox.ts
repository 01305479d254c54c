import type { Writable } from 'node:stream';

/**
 * Writes lines to a stream. Lines of one turn of the event loop leave in one write, and senders that care (progress) can
 * wait until a slow reader has caught up.
 */
export class Outbox {
  readonly #stream: Writable;
  readonly #write: (text: string) => boolean;
  readonly #onDrain: () => void;
  #text = '';
  #scheduled = false;
  #caughtUp: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** `write` is given separately because the stream's own method may be guarded against stray output. */
  constructor(stream: Writable, write: (text: string) => boolean, onDrain: () => void) {
    this.#stream = stream;
    this.#write = write;
    this.#onDrain = onDrain;
    stream.on('drain', this.#drained);
  }

  /** Bytes (roughly) that nobody has read yet. */
  get pending(): number {
    return this.#text.length + this.#stream.writableLength;
  }

  push(line: string): Promise<void> {
    this.#text += line;
    this.#text += '\n';
    if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(this.#flushSoon);
    }
    return this.#caughtUp?.promise ?? settled;
  }

  flush(): void {
    if (this.#text === '' || this.#stream.destroyed) return;
    const text = this.#text;
    this.#text = '';
    if (!this.#write(text)) this.#fallBehind();
  }

  /** Resolves when everything has been handed to the system, or the stream is gone. */
  async emptied(): Promise<void> {
    this.flush();
    if (this.#stream.writableLength > 0 && !this.#stream.destroyed) await this.#caughtUp?.promise;
  }

  /** Nobody reads any more: whoever waits is let go. */
  close(): void {
    this.#stream.off('drain', this.#drained);
    this.#caughtUp?.resolve();
    this.#caughtUp = undefined;
  }

  readonly #flushSoon = (): void => {
    this.#scheduled = false;
    this.flush();
  };

  #fallBehind(): void {
    if (this.#caughtUp !== undefined) return;
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#caughtUp = { promise, resolve };
  }

  readonly #drained = (): void => {
    this.#caughtUp?.resolve();
    this.#caughtUp = undefined;
    this.#onDrain();
  };
}

const settled = Promise.resolve();
