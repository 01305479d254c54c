import { type HighsRuntime, loadHighs, type StageSolverName, stageSolvers } from '../lp/index.js';
import type { SolverFactory } from './stage-runner.js';

/** A member of the solver family. */
export type SolverChoice = StageSolverName;

export function isSolver(name: string): name is SolverChoice {
  return Object.hasOwn(stageSolvers, name);
}

/** Makes solvers; HiGHS is loaded for them, because it stands behind every other member. */
export async function loadSolver(choice: SolverChoice = 'simplex'): Promise<SolverFactory> {
  return solversOf(await loadHighs(), choice);
}

export function solversOf(runtime: HighsRuntime, choice: SolverChoice): SolverFactory {
  return (problem) => stageSolvers[choice](runtime, problem);
}
