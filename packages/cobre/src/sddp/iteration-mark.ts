import type { PolicyStage } from './policy.js';

interface StageMark {
  readonly cuts: number;
  /** Of the cuts so far: how often and when each decided a solution. */
  readonly count: Int32Array;
  readonly lastIteration: Int32Array;
}

/** What the passes of an iteration add to the cuts of every stage can be taken back: a policy is of whole iterations. */
export class IterationMark {
  readonly #stages: readonly StageMark[];

  constructor(stages: readonly PolicyStage[]) {
    this.#stages = stages.map(({ pool, activity }) => ({
      cuts: pool.count,
      count: activity.count.slice(0, pool.count),
      lastIteration: activity.lastIteration.slice(0, pool.count),
    }));
  }

  restore(stages: readonly PolicyStage[]): void {
    stages.forEach(({ pool, activity }, t) => {
      const { cuts, count, lastIteration } = this.#stages[t]!;
      pool.cutBack(cuts);
      activity.count.fill(0).set(count);
      activity.lastIteration.fill(0).set(lastIteration);
    });
  }
}
