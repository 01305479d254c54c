import type { CloudEvent } from '../../domain/event.js';
import { invalidInput } from '../../faults.js';

const quietMs = 15_000;

/** Where to go on: the `Last-Event-ID` of a client that comes back, else a cursor or what comes next, else the beginning. */
export function cursorOf(lastEventId: string | undefined, after: number | 'latest' | undefined): number | 'latest' {
  if (lastEventId === undefined || lastEventId === '') return after ?? 0;
  const number = Number(lastEventId);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw invalidInput('Last-Event-ID is not a number of this stream.', { 'Last-Event-ID': ['must be a whole number'] });
}

/**
 * A number without data: a client whose line breaks before the first event comes back with it, and misses nothing of
 * what happened in between. Whoever named a number of its own knows where it stands.
 */
export function placeFrame(cursor: number): string {
  return `id: ${cursor}\n\n`;
}

/** Server-sent events; the id is the sequence number, so that a client that comes back misses nothing. */
export async function* eventStream(
  pages: AsyncIterable<readonly CloudEvent[]>,
  signal: AbortSignal,
  first = '',
): AsyncIterable<string | Buffer> {
  yield `: connected\n\n${first}`;
  const iterator = pages[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    while (!signal.aborted) {
      const { promise, clear } = pause(quietMs);
      const found = await Promise.race([next, promise]).finally(clear);
      if (found?.done) return;
      // A comment keeps proxies from closing a quiet stream.
      yield found === undefined ? ': still here\n\n' : framed(found.value);
      if (found !== undefined) next = iterator.next();
    }
  } finally {
    // Not waited for: it ends when the signal that ended us reaches it.
    void iterator.return?.();
  }
}

/** All who follow are given the same page, and it is spelled once for all of them. */
const frames = new WeakMap<readonly CloudEvent[], Buffer>();

function framed(page: readonly CloudEvent[]): Buffer {
  const known = frames.get(page);
  if (known !== undefined) return known;
  const made = Buffer.from(page.map(frameOf).join(''));
  frames.set(page, made);
  return made;
}

const frameOf = (event: CloudEvent): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function pause(ms: number): { readonly promise: Promise<undefined>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return { promise, clear: () => clearTimeout(timer) };
}
