import { type HighsRuntime, loadHighs, type StageSolverName, stageSolvers } from '../lp/index.js';
import type { SolverFactory } from './stage-runner.js';

/** A member of the solver family, or the choice by size. */
export type SolverChoice = StageSolverName | 'auto';

/**
 * Above this many rows HiGHS is as fast as our simplex on stages with lags, blocks and planes, or faster: ours took 0.7
 * of its time at 268 rows and 1.0 at 396 (`bench/whole-case.bench.ts`).
 */
const largeStage = 350;

/** Makes solvers; HiGHS is loaded for them, because it stands behind every other member. */
export async function loadSolver(choice: SolverChoice = 'auto'): Promise<SolverFactory> {
  return solversOf(await loadHighs(), choice);
}

export function solversOf(runtime: HighsRuntime, choice: SolverChoice): SolverFactory {
  return (problem) => {
    const bySize = problem.model.rowCount > largeStage ? 'highs' : 'simplex';
    return stageSolvers[choice === 'auto' ? bySize : choice](runtime, problem);
  };
}
