import { monotonicFactory } from 'ulid';

/** Where time and ids come from; the middle of every package is given one, and stays a function of its input. */
export interface Clock {
  /** Milliseconds since the epoch. Never goes backwards while the process lives. */
  now(): number;
  /** 26 characters, in small letters; they sort in the order they were made. */
  newUlid(): string;
}

/**
 * The wall clock when the process began plus the monotonic time since. A clock that is set back by an hour must not
 * give every lease another hour.
 */
export function systemClock(): Clock {
  const began = Date.now() - performance.now();
  const now = (): number => Math.floor(began + performance.now());
  const next = monotonicFactory();
  return { now, newUlid: () => next(now()).toLowerCase() };
}
