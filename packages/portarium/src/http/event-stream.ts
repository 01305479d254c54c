import type { CloudEvent } from '../domain/event.js';
import { invalidInput } from '../faults.js';

const quietMs = 15_000;

/** Where to go on: the `Last-Event-ID` of a client that comes back, a cursor, or the beginning. */
export function cursorOf(lastEventId: string | undefined, cursor: number | undefined): number {
  if (lastEventId === undefined || lastEventId === '') return cursor ?? 0;
  const number = Number(lastEventId);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw invalidInput('Last-Event-ID is not a number of this stream.', { 'Last-Event-ID': ['must be a whole number'] });
}

/** Server-sent events; the id is the sequence number, so that a client that comes back misses nothing. */
export async function* eventStream(events: AsyncIterable<CloudEvent>, signal: AbortSignal): AsyncIterable<string> {
  yield ': connected\n\n';
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    while (!signal.aborted) {
      const { promise, clear } = pause(quietMs);
      const first = await Promise.race([next, promise]).finally(clear);
      if (first?.done) return;
      // A comment keeps proxies from closing a quiet stream.
      yield first === undefined ? ': still here\n\n' : framed(first.value);
      if (first !== undefined) next = iterator.next();
    }
  } finally {
    // Not waited for: it ends when the signal that ended us reaches it.
    void iterator.return?.();
  }
}

function framed(event: CloudEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function pause(ms: number): { readonly promise: Promise<undefined>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return { promise, clear: () => clearTimeout(timer) };
}
