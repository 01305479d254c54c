import { randomBytes } from 'node:crypto';
import { systemClock } from './clock.js';

const clock = systemClock();

/** Milliseconds since the epoch, for whoever is not given a clock; for durations there is `performance.now()`. */
export const presentTime = clock.now;

/** The same as a date, for what is written down or shown. */
export const presentDate = (): Date => new Date(clock.now());

/** The name of a record or a request. It tells when it was made and can be guessed: it opens nothing. */
export const newId = clock.newUlid;

/** Characters that nobody guesses, as many bits of them as eight times the bytes. */
export function newSecret(bytes: number, letters: 'base64url' | 'hex' = 'base64url'): string {
  return randomBytes(bytes).toString(letters);
}
