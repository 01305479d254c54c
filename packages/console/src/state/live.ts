import { signal } from '@preact/signals';
import { follow, type Line, type LiveEvent } from '../wire/live.js';
import { inWorkspace } from './session.js';

export const line = signal<Line>('connecting');

/** Told about every event, and about nothing in particular when the line is back and anything may have changed. */
export type Hearer = (event: LiveEvent | undefined) => void;

const hearers = new Set<Hearer>();

export function hear(hearer: Hearer): () => void {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
}

/** Listens until the returned function is called. */
export function startListening(): () => void {
  const stop = new AbortController();
  const tell = (event: LiveEvent | undefined): void => {
    for (const hearer of hearers) hearer(event);
  };
  const onLine = (next: Line): void => {
    const back = next === 'live' && line.value === 'reconnecting';
    line.value = next;
    if (back) tell(undefined);
  };
  void follow(inWorkspace('/events:stream'), { onEvent: tell, onLine }, stop.signal);
  return () => stop.abort();
}
