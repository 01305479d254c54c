import { eventsOf } from './event-lines.js';
import { authorization, cookies } from './key.js';
import { isLost, refusal } from './trouble.js';

/** A fact of the control plane, as CloudEvents has it. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly sequence: string;
  readonly runid?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Line = 'connecting' | 'live' | 'reconnecting' | 'refused';

/** How far somebody has listened; kept by whoever may stop and go on. */
export interface Place {
  last?: string;
}

export interface Listener {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onLine: (line: Line) => void;
}

const waitsMs = [300, 700, 1500, 3000, 5000];

/**
 * Follows the event stream for as long as the signal lets it. Every event has a number; after a break the last one seen is
 * named, so nothing is missed whether the line was cut, the machine slept or the server was replaced.
 */
export async function follow(path: string, place: Place, listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  listener.onLine('connecting');
  while (!signal.aborted) {
    try {
      const headers = { ...authorization(), ...(place.last === undefined ? {} : { 'last-event-id': place.last }) };
      const response = await fetch(path, { headers, signal, cache: 'no-store', credentials: cookies() });
      if (response.status === 401 || response.status === 403) return listener.onLine('refused');
      if (!response.ok) throw refusal(response.status, undefined);
      failures = 0;
      listener.onLine('live');
      for await (const { id, data } of eventsOf(response)) {
        if (id !== undefined) place.last = id;
        listener.onEvent(JSON.parse(data) as LiveEvent);
      }
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    if (signal.aborted) return;
    listener.onLine('reconnecting');
    await wait(waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 5000, signal);
    failures += 1;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
