import { type ClockSources, newSecret, systemClock } from '@quadrivium/kernel/essentials';
import type { MadeIds } from './ids.js';

/** Time, ids and randomness come in from outside, so that the middle stays a function of its input. */
export interface Surroundings {
  /** Milliseconds since the epoch. Never goes backwards while the process lives. */
  now(): number;
  /** Calls back with by how much, when the clock of the machine has jumped; gives what ends that. */
  onJump?(listener: (milliseconds: number) => void): () => void;
  /** A new id such as `run_01H…`; ids sort in the order they were made. */
  newId<Prefix extends keyof MadeIds>(prefix: Prefix): MadeIds[Prefix];
  /** An unguessable token of 256 bits. */
  newToken(): string;
}

export function realSurroundings(sources: Pick<ClockSources, 'wall' | 'steady'> = {}): Surroundings {
  const listeners = new Set<(milliseconds: number) => void>();
  const { now, newUlid } = systemClock({
    ...sources,
    onJump: (milliseconds) => {
      for (const listener of listeners) listener(milliseconds);
    },
  });
  return {
    now,
    onJump(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    newId: (prefix) => `${prefix}_${newUlid()}` as MadeIds[typeof prefix],
    newToken: () => newSecret(32),
  };
}

/** The end of what four digits of a year can say. Whatever would be later than this is never. */
const latestTime = Date.UTC(9999, 11, 31);

export const isTooLate = (time: number): boolean => time > latestTime;

/** A time from now; one beyond all calendars becomes the last one. */
export const timeAfter = (now: number, milliseconds: number): number => Math.min(latestTime, now + milliseconds);

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
