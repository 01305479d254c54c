import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { SolverStatistics } from '../lp/solver.js';
import type { CutActivity } from './cut-activity.js';
import type { Snapshots } from './snapshots.js';
import type { Workbench } from './workbench.js';

/** One step of a backward pass: which stage is solved, whose future the cuts bound, and the slot of each trial's cut. */
export interface BackwardStep {
  readonly step: number;
  readonly stage: number;
  readonly receiver: number;
  /** First slot of each trial, −1 for a trial that does not reach the step. */
  readonly slots: Int32Array;
}

/** Those who do the tasks of a pass: one thread or several. Every method returns when all of its tasks are done. */
export interface Crew {
  readonly threads: number;
  /** Threads that take tasks by now; the others are still starting. */
  readonly atWork: number;
  /** What the calling thread works with; others may borrow it between passes. */
  readonly bench: Workbench;
  useSide(side: number): void;
  attachPools(pools: (CutPool | undefined)[], activity: (CutActivity | undefined)[]): void;
  attachSnapshots(snapshots: Snapshots): void;
  /** Largest snapshot of each stage with the pools as they are. */
  snapshotSizes(): number[];
  syncCuts(): void;
  forward(iteration: number): void;
  backward(step: BackwardStep, iteration: number): void;
  bound(iteration: number): number;
  statistics(): SolverStatistics;
  dispose(): Promise<void>;
}

/** The calling thread does everything. */
export function soloCrew(bench: Workbench): Crew {
  const trials = () => bench.shared.pass.shape.trials;
  return {
    threads: 1,
    atWork: 1,
    bench,
    useSide: (side) => bench.useSide(side),
    attachPools: (pools, activity) => bench.attachPools(pools, activity),
    attachSnapshots: (snapshots) => {
      bench.shared.snapshots = snapshots;
    },
    snapshotSizes: () => bench.snapshotSizes(),
    syncCuts() {
      for (let stage = 0; stage < bench.runners.length; stage++) bench.syncCuts(stage);
    },
    forward(iteration) {
      for (let trial = 0; trial < trials(); trial++) bench.forward(trial, iteration);
    },
    backward({ step, stage, receiver, slots }, iteration) {
      bench.syncCuts(stage);
      for (let trial = 0; trial < trials(); trial++) {
        if (slots[trial]! >= 0) bench.backward(trial, step, stage, receiver, slots[trial]!, iteration);
      }
    },
    bound(iteration) {
      bench.syncCuts(0);
      return bench.bound(iteration);
    },
    statistics: () => bench.statistics,
    dispose: async () => bench.dispose(),
  };
}
