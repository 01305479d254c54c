/**
 * Selection as the format has it today: every cut, active or not, is evaluated at every state the stage was left with, and the
 * method says which of those near the highest one to keep. A cut that was dropped comes back when it is among them again.
 *
 * Heights never change, so a check only evaluates what is new since the last one: new cuts at all states, all cuts at new
 * states. Of each state those near the highest are remembered.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { PolicyStage } from '../policy.js';

/** Which cuts count at a state: those within a distance of the highest, in scaled money; all of them, or the oldest. */
export interface KeepAt {
  readonly distance: number;
  readonly oldestOnly: boolean;
}

interface Near {
  readonly slot: number;
  readonly height: number;
}

/** The cuts near the highest at one state, by theta: each group of cuts has its own highest. */
type NearAt = Map<number, { best: number; near: Near[] }>;

/** With a wide distance almost all are near; more than this in all stages is not worth keeping from check to check. */
const mostRemembered = 2_000_000;

class VisitedHeights {
  readonly #keep: KeepAt;
  readonly #states: Float64Array[] = [];
  readonly #at: NearAt[] = [];
  #slots = 0;

  constructor(keep: KeepAt) {
    this.#keep = keep;
  }

  isFor({ distance, oldestOnly }: KeepAt, { pool }: PolicyStage): boolean {
    return this.#keep.distance === distance && this.#keep.oldestOnly === oldestOnly && this.#slots <= pool.count;
  }

  get remembered(): number {
    return this.#at.reduce((sum, groups) => sum + [...groups.values()].reduce((n, { near }) => n + near.length, 0), 0);
  }

  /** Cuts in order of their slots, so that the oldest comes first at every state. */
  update({ pool, log }: PolicyStage): void {
    const known = this.#slots;
    for (let visited = known; visited < pool.count; visited++) {
      const whole = log.stateAt(visited);
      this.#states.push(Float64Array.from({ length: pool.stateCount }, (_, s) => whole[pool.placeOf(s)]!));
      this.#at.push(new Map());
    }
    const slope = new Float64Array(pool.stateCount);
    for (let slot = 0; slot < pool.count; slot++) {
      for (let s = 0; s < slope.length; s++) slope[s] = pool.slopeOf(slot, s);
      for (let k = slot < known ? known : 0; k < pool.count; k++) {
        this.#note(this.#at[k]!, pool.theta[slot]!, slot, pool.intercept[slot]! + dot(slope, this.#states[k]!));
      }
    }
    this.#slots = pool.count;
  }

  #note(groups: NearAt, theta: number, slot: number, height: number): void {
    const group = groups.get(theta) ?? { best: Number.NEGATIVE_INFINITY, near: [] };
    groups.set(theta, group);
    const { distance } = this.#keep;
    if (height > group.best) {
      group.best = height;
      group.near = group.near.filter((other) => other.height >= height - distance);
    }
    if (height >= group.best - distance) group.near.push({ slot, height });
  }

  kept(): ReadonlySet<number> {
    const slots = new Set<number>();
    for (const groups of this.#at) {
      for (const { near } of groups.values()) {
        for (const { slot } of this.#keep.oldestOnly ? near.slice(0, 1) : near) slots.add(slot);
      }
    }
    return slots;
  }
}

const remembered = new WeakMap<CutPool, VisitedHeights>();

/** `stages` is the number of those that share what may be remembered. */
export function keptAtVisited(stage: PolicyStage, keep: KeepAt, stages: number): ReadonlySet<number> {
  const before = remembered.get(stage.pool);
  const heights = before?.isFor(keep, stage) ? before : new VisitedHeights(keep);
  heights.update(stage);
  if (heights.remembered <= mostRemembered / stages) remembered.set(stage.pool, heights);
  else remembered.delete(stage.pool);
  return heights.kept();
}

/** A policy may live long after its training, which alone asks for heights. */
export function forgetVisited(stages: readonly PolicyStage[]): void {
  for (const { pool } of stages) remembered.delete(pool);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
