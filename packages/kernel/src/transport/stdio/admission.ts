import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/server';

/**
 * Decides when a request may start. Beyond a number of unanswered ones, or while the reader is far behind, requests wait
 * in line here, so that ten thousand at once cost ten thousand lines of memory and not ten thousand answers. Everything
 * else (cancellations above all) passes by without waiting.
 */
export class Admission {
  readonly #most: number;
  readonly #start: (request: JSONRPCRequest) => void;
  readonly #readerKeepsUp: () => boolean;
  readonly #started = new Set<RequestId>();
  readonly #waiting = new Map<RequestId, { readonly request: JSONRPCRequest; readonly size: number }>();
  #waitingSize = 0;

  constructor(most: number, readerKeepsUp: () => boolean, start: (request: JSONRPCRequest) => void) {
    this.#most = most;
    this.#readerKeepsUp = readerKeepsUp;
    this.#start = start;
  }

  /** Requests that somebody still expects an answer to. */
  get open(): number {
    return this.#started.size + this.#waiting.size;
  }

  /** Characters of requests in line. */
  get waitingSize(): number {
    return this.#waitingSize;
  }

  /** False when the id is still in use: two answers with one id could not be told apart. */
  offer(request: JSONRPCRequest, size: number): boolean {
    const { id } = request;
    if (this.#started.has(id) || this.#waiting.has(id)) return false;
    if (this.#waiting.size === 0 && this.#hasRoom()) this.#begin(request);
    else {
      this.#waiting.set(id, { request, size });
      this.#waitingSize += size;
    }
    return true;
  }

  /** The request was answered or cancelled. */
  settle(id: RequestId): void {
    if (!this.#started.delete(id)) this.#leaveLine(id);
    this.admit();
  }

  admit(): void {
    for (const [id, { request }] of this.#waiting) {
      if (!this.#hasRoom()) return;
      this.#leaveLine(id);
      this.#begin(request);
    }
  }

  #hasRoom(): boolean {
    return this.#started.size < this.#most && this.#readerKeepsUp();
  }

  #begin(request: JSONRPCRequest): void {
    this.#started.add(request.id);
    this.#start(request);
  }

  #leaveLine(id: RequestId): void {
    const entry = this.#waiting.get(id);
    if (entry === undefined) return;
    this.#waiting.delete(id);
    this.#waitingSize -= entry.size;
  }
}
