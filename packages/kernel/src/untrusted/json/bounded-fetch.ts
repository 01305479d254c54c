import { EventGauge } from './event-gauge.js';
import { type Excess, JsonGauge } from './json-gauge.js';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A body that says it is this short is let through; its depth is looked at once it is a value. */
const SHORT_BYTES = 256 * 1024;

/**
 * Bounds what a server answers over HTTP, while it comes and after it was unpacked: neither a body without end nor one
 * that was packed a thousandfold takes more memory than a message may have. `refuse` makes the error that the reader
 * gets. A server that went too far on a stream of its own choice is not asked for that stream again.
 */
export function boundedFetch(
  fetch: Fetch,
  maxBytes: number,
  refuse: (excess: Excess, init: RequestInit | undefined) => Error,
): Fetch {
  let isOpenRefused = false;
  return async (url, init) => {
    const isOpen = (init?.method ?? 'GET') === 'GET';
    if (isOpen && isOpenRefused) return new Response(null, { status: 405 });
    const response = await fetch(url, init);
    if (response.body === null || isShort(response)) return response;
    const onExcess = (excess: Excess): Error => {
      if (isOpen && isEvents(response)) isOpenRefused = true;
      return refuse(excess, init);
    };
    const gauge = isEvents(response) ? new EventGauge(maxBytes) : new BodyGauge(maxBytes);
    return withBody(response, gauged(response.body, gauge, onExcess));
  };
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') === true;
}

function isShort({ headers }: Response): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= SHORT_BYTES && headers.get('content-encoding') === null;
}

class BodyGauge {
  readonly #json = new JsonGauge();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(bytes: Uint8Array): Excess | undefined {
    this.#bytes += bytes.length;
    return this.#bytes > this.#maxBytes ? { bound: 'bytes', limit: this.#maxBytes } : this.#json.push(bytes);
  }
}

function gauged(
  body: ReadableStream<Uint8Array>,
  gauge: Pick<BodyGauge, 'push'>,
  onExcess: (excess: Excess) => Error,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const excess = gauge.push(value);
      if (excess === undefined) return controller.enqueue(value);
      const error = onExcess(excess);
      controller.error(error);
      await reader.cancel(error).catch(() => undefined);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The same answer with another body; where it came from is told too, because the reader asks. */
function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url, redirected } = response;
  const copy = new Response(body, { status, statusText, headers });
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}
