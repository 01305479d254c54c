import { randomBytes } from 'node:crypto';
import type { MadeIds } from './ids.js';

/** Time, ids and randomness come in from outside, so that the middle stays a function of its input. */
export interface Surroundings {
  /** Milliseconds since the epoch. Never goes backwards while the process lives. */
  now(): number;
  /** A new id such as `run_01H…`; ids sort in the order they were made. */
  newId<Prefix extends keyof MadeIds>(prefix: Prefix): MadeIds[Prefix];
  /** An unguessable token of 256 bits. */
  newToken(): string;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The wall clock when the process began plus the monotonic time since. A clock that is set back by an hour must not
 * give every lease another hour.
 */
export function realSurroundings(): Surroundings {
  const began = Date.now() - performance.now();
  let last = '';
  return {
    now: () => Math.floor(began + performance.now()),
    newId: (prefix) => {
      last = nextUlid(Math.floor(began + performance.now()), last);
      return `${prefix}_${last}` as MadeIds[typeof prefix];
    },
    newToken: () => randomBytes(32).toString('base64url'),
  };
}

/** Ten characters of time and sixteen of randomness. Ids made in the same millisecond count up, so order holds. */
function nextUlid(now: number, last: string): string {
  const time = encode(now, 10);
  if (last.startsWith(time)) return time + increment(last.slice(10));
  return time + Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
}

function encode(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function increment(text: string): string {
  const at = alphabet.indexOf(text.at(-1) ?? '0');
  if (text === '') return '';
  if (at < 31) return text.slice(0, -1) + alphabet[at + 1];
  return increment(text.slice(0, -1)) + alphabet[0];
}

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
