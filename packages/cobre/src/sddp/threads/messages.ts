import type { CutPoolHandle } from '../../lp/cuts/cut-pool.js';
import type { CutActivityHandle } from '../cut-activity.js';
import type { DoubleBufferHandle } from '../double-buffer.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { PassHandle } from '../pass-memory.js';
import type { SolverChoice } from '../solver-factory.js';
import type { ControlHandle } from './control.js';

/** Calls a worker to a training; everything else about it is said on the port. */
export interface WorkerStart {
  readonly worker: number;
  readonly problem: MultistageProblem;
  readonly solver: SolverChoice;
  readonly control: ControlHandle;
  readonly pass: PassHandle;
  /** Where cuts wait for the end of a step; null for places that do not follow themselves. */
  readonly written: readonly (CutPoolHandle | null)[];
  readonly port: import('node:worker_threads').MessagePort;
}

/** Shared memory that may be replaced by larger memory between iterations. */
export interface MemoryHandles {
  readonly pools: readonly (CutPoolHandle | null)[];
  readonly activity: readonly (CutActivityHandle | null)[];
  readonly snapshots: DoubleBufferHandle | null;
}

/** Makes a worker that is ready one of the pool: it follows every order after the one it is told. */
export interface Admission {
  readonly lastOrder: number;
  readonly memory: MemoryHandles;
}

/** What a worker sends: that it is ready, or what stopped it. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'failed';
      readonly kind: string;
      readonly message: string;
      readonly context: Readonly<Record<string, unknown>>;
      readonly suggestion?: string;
      readonly stack?: string;
    };
