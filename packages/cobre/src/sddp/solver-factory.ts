import { loadHighs, type StageSolverName, stageSolvers } from '../lp/index.js';
import type { SolverFactory } from './stage-runner.js';

/** A member of the solver family, or the choice by size. */
export type SolverChoice = StageSolverName | 'auto';

/** Above this many rows HiGHS was faster than the kernel where both were measured (equal near 215, 1.5 times at 421). */
const largeStage = 300;

/** How a thread makes solvers; loading happens once per thread. */
export async function loadSolver(choice: SolverChoice = 'auto'): Promise<SolverFactory> {
  const runtime = await loadHighs();
  return (problem) => {
    const bySize = problem.model.rowCount > largeStage ? 'highs' : 'kernel';
    return stageSolvers[choice === 'auto' ? bySize : choice](runtime, problem);
  };
}
