/**
 * What the cuts of a training take: of each its slopes, shared by all threads, and the state it was made at, both as doubles.
 * Slots are never given back, so that selecting cuts makes problems smaller, not the memory they lie in.
 */
import { totalmem } from 'node:os';
import { Fault } from '@quadrivium/kernel/fault';
import type { TrainingSettings } from '../case/model.js';

/** Intercept, theta, activity and origin of a cut. */
const bytesBesides = 8 + 4 + 1 + 8 + 8;

export interface CutsOfPlace {
  /** Slopes of a cut of this place. */
  readonly slopes: number;
  /** Cuts of one iteration at most. */
  readonly perIteration: number;
  /** Cuts it begins with. */
  readonly before: number;
}

export function cutBytes(places: readonly CutsOfPlace[], stateCount: number, iterations: number): number {
  return places.reduce((sum, { slopes, perIteration, before }) => {
    return sum + (before + perIteration * iterations) * (8 * (slopes + stateCount) + bytesBesides);
  }, 0);
}

/** What this process may use: the machine's, or what its container allows. */
export function memoryOfMachine(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** Only a training that is certain to make so many cuts is refused; other rules may end it long before. */
export function requireRoom(
  { stoppingRules, stoppingMode }: TrainingSettings,
  places: readonly CutsOfPlace[],
  stateCount: number,
  memoryBytes: number,
): void {
  const rule = stoppingRules.find(({ type }) => type === 'iteration_limit');
  if (rule?.type !== 'iteration_limit' || (stoppingRules.length > 1 && stoppingMode === 'any')) return;
  const needed = cutBytes(places, stateCount, rule.limit);
  if (needed <= memoryBytes) return;
  const fixed = cutBytes(places, stateCount, 0);
  const fitting = Math.floor((0.8 * memoryBytes - fixed) / Math.max(1, (needed - fixed) / rule.limit));
  const advice =
    fitting >= 1
      ? `With these forward_passes ${fitting} iterations fit; with fewer passes, more.`
      : 'Use fewer forward_passes, or single cuts in place of one for each opening.';
  throw new Fault(
    'IncompatibleSettings',
    `The cuts of ${rule.limit} iterations need ${gigabytes(needed)} and this machine has ${gigabytes(memoryBytes)}.`,
    {
      context: {
        settings: ['training.stopping_rules', 'training.forward_passes'],
        needed_bytes: needed,
        memory_bytes: memoryBytes,
        state_count: stateCount,
      },
      suggestion: `${advice} Selecting cuts does not help: it makes problems smaller, not the memory of cuts.`,
    },
  );
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`;
