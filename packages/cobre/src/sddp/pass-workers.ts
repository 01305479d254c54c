import type { Case } from '../case/model.js';
import type { Heed } from './heed.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { Shared } from './pass-tasks.js';
import type { SolverChoice } from './solver-factory.js';
import type { WorkerPool } from './worker-pool.js';

export interface PassWorkersParts {
  readonly study: Case;
  readonly problem: MultistageProblem;
  readonly shared: Shared;
  readonly solver: SolverChoice;
  /** Whether selection wants to know which cuts decide solutions. */
  readonly notes: boolean;
  /** Ends a pass wherever it is. */
  readonly signal: AbortSignal | undefined;
  /** The same for what is solved here. */
  readonly heed: Heed;
}

/** Workers outside of this process that can do the passes of a training. */
export interface PassWorkers {
  pool(parts: PassWorkersParts): Promise<WorkerPool>;
}
