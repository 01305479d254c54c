import { type HighsRuntime, loadHighs, type StageSolverName, stageSolvers } from '../lp/index.js';
import type { SolverFactory } from './stage-runner.js';

/** A member of the solver family, or the choice by size. */
export type SolverChoice = StageSolverName | 'auto';

/**
 * Above this many rows HiGHS was faster than the kernel in trainings with lags, blocks and planes: the kernel took 0.8 of
 * its time at 172 rows, 1.1 at 268 and 1.5 at 396 (`bench/training.bench.ts`).
 */
const largeStage = 250;

/** Makes solvers; HiGHS is loaded for them, because it stands behind every other member. */
export async function loadSolver(choice: SolverChoice = 'auto'): Promise<SolverFactory> {
  return solversOf(await loadHighs(), choice);
}

export function solversOf(runtime: HighsRuntime, choice: SolverChoice): SolverFactory {
  return (problem) => {
    const bySize = problem.model.rowCount > largeStage ? 'highs' : 'kernel';
    return stageSolvers[choice === 'auto' ? bySize : choice](runtime, problem);
  };
}
