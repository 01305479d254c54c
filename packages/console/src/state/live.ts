import { signal } from '@preact/signals';
import { follow, type Line, type LiveEvent, type Place } from '../wire/live.js';
import { whileVisible } from '../wire/while-visible.js';
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
  const place: Place = {};
  const tell = (event: LiveEvent | undefined): void => {
    for (const hearer of hearers) hearer(event);
  };
  const onLine = (next: Line): void => {
    const back = next === 'live' && line.value === 'reconnecting';
    line.value = next;
    if (back) tell(undefined);
  };
  const path = inWorkspace('/events:stream');
  return whileVisible((signal) => follow(path, place, { onEvent: tell, onLine }, signal));
}
