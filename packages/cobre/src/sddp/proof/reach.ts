/** The states that can enter each stage: a box, from the bounds of the columns that hold them and from all openings. */
import { realize } from '../../stage/index.js';
import type { MultistageProblem, MultistageStage } from '../multistage-problem.js';

export interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Quantities without a bound of their own are taken to stay below this, in their unit; the proof says so. */
export const ceiling = 1e7;

/** A bound, or what is assumed where there is none. A bound that is farther away is one all the same. */
export const bounded = (bound: number): number => (Number.isFinite(bound) ? bound : Math.sign(bound) * ceiling);

/** Rounding of the box itself. */
const margin = 1e-12;

/** The states that can enter each place, and those that can leave it. */
export interface Reach {
  readonly entering: readonly Box[];
  readonly leaving: readonly Box[];
}

/** Turns within which the boxes of a cycle have to stand still. */
const mostTurns = 60;

/**
 * In a cycle the boxes grow with every turn until one adds nothing, and that alone is what makes them hold. Storages stand
 * still after two turns. A memory that fades grows by less each turn; where that would go on for ever, the box is taken a
 * little beyond what it would come to. Null where it does not fade: then no box holds.
 */
export function reachOf({ stages, initialState }: MultistageProblem): Reach | null {
  const entering: (Box | undefined)[] = stages.map((_, place) =>
    place === 0 ? { low: initialState.slice(), high: initialState.slice() } : undefined,
  );
  const leaving: Box[] = [];
  const widening = new Widening();
  for (let turn = 0; turn < mostTurns; turn++) {
    let grew = false;
    stages.forEach((stage, place) => {
      leaving[place] = leavingBox(stage, entering[place]!);
      for (const next of stage.successors) {
        const wider = union(entering[next], leaving[place]!);
        const grows = next <= place && !sameBox(wider, entering[next]);
        grew ||= grows;
        entering[next] = grows ? widening.beyond(`${place} ${next}`, entering[next], wider) : wider;
      }
    });
    if (!leaving.every(isBounded)) return null;
    if (!grew) return { entering: entering as Box[], leaving };
  }
  return null;
}

/** More than what a geometric series comes to: growth of several lags settles into one only with time. */
const generous = 1.1;

/** Boxes that grow geometrically, taken to where they are going. */
class Widening {
  /** By way back and state: how far each end moved in the turn before. */
  readonly #moved = new Map<string, { readonly low: Float64Array; readonly high: Float64Array }>();

  beyond(way: string, before: Box | undefined, wider: Box): Box {
    if (before === undefined) return wider;
    const moved = {
      low: wider.low.map((value, s) => before.low[s]! - value),
      high: wider.high.map((value, s) => value - before.high[s]!),
    };
    const last = this.#moved.get(way);
    this.#moved.set(way, moved);
    if (last === undefined) return wider;
    return {
      low: wider.low.map((value, s) => value - rest(last.low[s]!, moved.low[s]!)),
      high: wider.high.map((value, s) => value + rest(last.high[s]!, moved.high[s]!)),
    };
  }
}

/** What a series of which these are two terms still comes to; nothing where it does not fade. */
function rest(before: number, now: number): number {
  if (now <= 0 || now >= before) return 0;
  const ratio = now / before;
  return (generous * now * ratio) / (1 - ratio);
}

function union(one: Box | undefined, other: Box): Box {
  if (one === undefined) return other;
  return {
    low: one.low.map((value, s) => Math.min(value, other.low[s]!)),
    high: one.high.map((value, s) => Math.max(value, other.high[s]!)),
  };
}

/** What has grown beyond all numbers grows no more, and holds nothing. */
function isBounded({ low, high }: Box): boolean {
  return low.every(Number.isFinite) && high.every(Number.isFinite);
}

function sameBox(one: Box, other: Box | undefined): boolean {
  return one.low.every((v, s) => v === other?.low[s]) && one.high.every((v, s) => v === other?.high[s]);
}

export function largest({ low, high }: Box, state: number): number {
  return Math.max(Math.abs(low[state]!), Math.abs(high[state]!));
}

function leavingBox(stage: MultistageStage, entering: Box): Box {
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
      low[s] = bounded(lp.lower[column]!);
      high[s] = bounded(lp.upper[column]!);
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
