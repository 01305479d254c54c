import { presentDate, presentTime } from '@quadrivium/kernel/essentials';

/** Time and ids come in from outside, so that the same input gives the same bytes. */
export interface Surroundings {
  /** UTC, whole seconds, `YYYY-MM-DDTHH:MM:SSZ`. */
  now(): string;
  newId(prefix: string): string;
}

export function realSurroundings(): Surroundings {
  let counter = 0;
  return {
    now: () =>
      presentDate()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    newId: (prefix) => {
      counter += 1;
      const micros = BigInt(presentTime()) * 1000n + ((process.hrtime.bigint() / 1000n) % 1000n);
      return `${prefix}-${micros}-${process.pid.toString(36)}${counter}`;
    },
  };
}

/** For tests and replays: one fixed moment, one counter shared by all prefixes. */
export function fixedSurroundings(at = '2026-01-01T00:00:00Z'): Surroundings {
  let counter = -1;
  return {
    now: () => at,
    newId: (prefix) => {
      counter += 1;
      return `${prefix}-${counter}`;
    },
  };
}
