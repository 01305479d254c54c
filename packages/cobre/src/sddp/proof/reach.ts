/** The states that can enter each stage: a box, from the bounds of the columns that hold them and from all openings. */
import { realize } from '../../stage/index.js';
import type { MultistageProblem, MultistageStage } from '../multistage-problem.js';

export interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Quantities without a bound of their own are taken to stay below this, in their unit; the proof says so. */
export const ceiling = 1e7;

/** Rounding of the box itself. */
const margin = 1e-12;

export function reachOf({ stages, initialState }: MultistageProblem): Box[] {
  const boxes: Box[] = [{ low: initialState.slice(), high: initialState.slice() }];
  for (const stage of stages.slice(0, -1)) boxes.push(leaving(stage, boxes.at(-1)!));
  return boxes;
}

export function largest({ low, high }: Box, state: number): number {
  return Math.max(Math.abs(low[state]!), Math.abs(high[state]!));
}

function leaving(stage: MultistageStage, entering: Box): Box {
  const { stateColumn, lp, terms } = stage.model;
  const low = new Float64Array(stateColumn.length);
  const high = new Float64Array(stateColumn.length);
  const noise = noiseRange(stage);
  for (const { target, value } of terms.constantBase ?? []) {
    low[target]! += value;
    high[target]! += value;
  }
  for (const { target, source, coefficient } of terms.constantByState) {
    add(low, high, target, coefficient * entering.low[source]!, coefficient * entering.high[source]!);
  }
  for (const { target, source, coefficient } of terms.constantByNoise) {
    add(low, high, target, coefficient * noise.low[source]!, coefficient * noise.high[source]!);
  }
  stateColumn.forEach((column, s) => {
    if (column >= 0) {
      low[s] = Math.max(-ceiling, lp.lower[column]!);
      high[s] = Math.min(ceiling, lp.upper[column]!);
    } else {
      const wide = margin * Math.max(Math.abs(low[s]!), Math.abs(high[s]!));
      low[s]! -= wide;
      high[s]! += wide;
    }
  });
  return { low, high };
}

function add(low: Float64Array, high: Float64Array, at: number, one: number, other: number): void {
  low[at]! += Math.min(one, other);
  high[at]! += Math.max(one, other);
}

function noiseRange(stage: MultistageStage): Box {
  const size = stage.noise.space.realizationSize;
  const low = new Float64Array(size).fill(Infinity);
  const high = new Float64Array(size).fill(-Infinity);
  for (const realization of realizationsOf(stage)) {
    realization.forEach((value, k) => {
      low[k] = Math.min(low[k]!, value);
      high[k] = Math.max(high[k]!, value);
    });
  }
  return { low, high };
}

/** What each opening of a stage brings, where it does not depend on the state (see `dependsOnState`). */
export function realizationsOf({ noise, openings }: MultistageStage): Float64Array[] {
  const { openingCount, openings: drawn } = noise.uncertainty;
  const size = noise.space.realizationSize;
  return Array.from({ length: openingCount }, (_, k) => {
    if (!noise.nonNegativity.truncates) return openings.slice(k * size, (k + 1) * size);
    const out = new Float64Array(size);
    realize(noise, new Float64Array(0), drawn, k * noise.layout.dimension, out);
    return out;
  });
}

/** Inflows cut off at zero depend on the memory in a way that is not convex: no plane is safely below the cost then. */
export function dependsOnState({ space, stages }: MultistageProblem): boolean {
  return space.lagCount > 0 && stages.some(({ noise }) => noise.nonNegativity.truncates);
}
