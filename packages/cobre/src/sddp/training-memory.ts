/**
 * What the cuts of a training take: of each its slopes and the state it was made at, both as doubles and once for all threads;
 * and for each thread a copy of the slopes that its pricing goes through. Slots are never given back, so that selecting cuts
 * makes problems smaller, not the memory they lie in.
 */
import { totalmem } from 'node:os';
import { Fault } from '@quadrivium/kernel/fault';
import type { TrainingSettings } from '../case/model.js';

/** Intercept, theta, activity and origin of a cut. */
const bytesBesides = 8 + 4 + 1 + 8 + 8;
/** Level, height, scale and place among the rows of a cut, in each thread. */
const bytesPriced = 8 + 8 + 8 + 4;

export interface CutsOfPlace {
  /** Slopes of a cut of this place. */
  readonly slopes: number;
  /** Those of them that a solver prices: towards states with a column. */
  readonly priced: number;
  /** Cuts of one iteration at most. */
  readonly perIteration: number;
  /** Cuts it begins with. */
  readonly before: number;
}

export interface CutRoom {
  readonly places: readonly CutsOfPlace[];
  readonly stateCount: number;
  readonly threads: number;
}

export function cutBytes({ places, stateCount, threads }: CutRoom, iterations: number): number {
  return places.reduce((sum, { slopes, priced, perIteration, before }) => {
    const each = 8 * (slopes + stateCount) + bytesBesides + threads * (8 * priced + bytesPriced);
    return sum + (before + perIteration * iterations) * each;
  }, 0);
}

/** What this process may use: the machine's, or what its container allows. */
export function memoryOfMachine(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/** What is left of it beside what the program, the case and its problems take by now. */
export function memoryForCuts(): number {
  return Math.max(0, memoryOfMachine() - process.memoryUsage.rss());
}

export interface CutsToCome extends CutRoom {
  /** Iterations of the limit that are done already. */
  readonly completed: number;
  readonly memoryBytes: number;
}

/** What to say of a training whose cuts may not fit; nothing where other rules may end it long before its limit. */
export function memoryShortage(
  { stoppingRules, stoppingMode }: TrainingSettings,
  { completed, memoryBytes, ...room }: CutsToCome,
): Fault | null {
  const rule = stoppingRules.find(({ type }) => type === 'iteration_limit');
  if (rule?.type !== 'iteration_limit' || (stoppingRules.length > 1 && stoppingMode === 'any')) return null;
  const toCome = Math.max(0, rule.limit - completed);
  const needed = cutBytes(room, toCome);
  if (needed <= memoryBytes || toCome === 0) return null;
  const fixed = cutBytes(room, 0);
  const fitting = Math.floor((0.8 * memoryBytes - fixed) / Math.max(1, (needed - fixed) / toCome));
  const advice =
    fitting >= 1
      ? `With these forward_passes ${completed + fitting} iterations fit; with fewer passes, more.`
      : 'Use fewer forward_passes, or single cuts in place of one for each opening.';
  return new Fault(
    'IncompatibleSettings',
    `The cuts of ${rule.limit} iterations need ${gigabytes(needed)} and this machine has ${gigabytes(memoryBytes)} for them.`,
    {
      context: {
        settings: ['training.stopping_rules', 'training.forward_passes'],
        needed_bytes: needed,
        memory_bytes: memoryBytes,
        state_count: room.stateCount,
      },
      suggestion: `${advice} Selecting cuts does not help: it makes problems smaller, not the memory of cuts.`,
    },
  );
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`;
