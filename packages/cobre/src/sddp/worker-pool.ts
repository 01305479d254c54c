import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { SolverStatistics } from '../lp/solver.js';
import type { CutActivity } from './cut-activity.js';
import type { DoubleBuffer } from './double-buffer.js';
import type { PassTasks } from './pass-tasks.js';

/** One step of a backward pass: whose future the cuts bound, and the slot of each trial's cut. */
export interface BackwardStep {
  readonly step: number;
  readonly receiver: number;
  /** First slot of each trial, −1 for a trial that does not reach the step. */
  readonly slots: Int32Array;
}

/**
 * Those who do the tasks of a pass: this thread, several threads, or workers elsewhere. Every method returns, or its promise is
 * kept, when all of its tasks are done; the passes do not know who did them.
 */
export interface WorkerPool {
  readonly threads: number;
  /** Threads that take tasks by now; the others are still starting. */
  readonly atWork: number;
  /** Threads that have solved something so far: a thread that joined late may have found nothing left to do. */
  readonly worked: number;
  /** What the calling thread works with; others may borrow it between passes. */
  readonly tasks: PassTasks;
  /** Which half of the double buffer chains read. */
  readFrom(front: number): void;
  attachPools(pools: (CutPool | undefined)[], activity: (CutActivity | undefined)[]): void;
  attachSnapshots(snapshots: DoubleBuffer): void;
  /** Largest snapshot of each stage with the pools as they are. */
  snapshotSizes(): number[];
  syncCuts(): void;
  /** A pass that is told to stop before its end throws `PassStopped` when nobody works on it any more. */
  forward(iteration: number): Promise<void>;
  backward(step: BackwardStep, iteration: number): Promise<void>;
  bound(iteration: number): Promise<number>;
  statistics(): SolverStatistics;
  dispose(): Promise<void>;
}

/** The calling thread does everything. */
export function singleThread(tasks: PassTasks): WorkerPool {
  const trials = () => tasks.shared.pass.shape.trials;
  return {
    threads: 1,
    atWork: 1,
    worked: 1,
    tasks,
    readFrom: (front) => tasks.readFrom(front),
    attachPools: (pools, activity) => tasks.attachPools(pools, activity),
    attachSnapshots: (snapshots) => {
      tasks.shared.snapshots = snapshots;
    },
    snapshotSizes: () => tasks.snapshotSizes(),
    syncCuts() {
      for (let stage = 0; stage < tasks.runners.length; stage++) tasks.syncCuts(stage);
    },
    async forward(iteration) {
      for (let trial = 0; trial < trials(); trial++) await tasks.forward(trial, iteration);
    },
    async backward({ step, receiver, slots }, iteration) {
      tasks.syncAfter(receiver);
      const publisher = slots.findIndex((slot) => slot >= 0);
      for (let trial = 0; trial < trials(); trial++) {
        const slot = slots[trial]!;
        if (slot >= 0) await tasks.backward(trial, step, receiver, slot, iteration, trial === publisher);
      }
    },
    bound(iteration) {
      tasks.syncCuts(0);
      return tasks.bound(iteration);
    },
    statistics: () => tasks.statistics,
    dispose: async () => tasks.dispose(),
  };
}
