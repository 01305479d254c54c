import { loadHighs, type StageSolverName, stageSolvers } from '../lp/index.js';
import type { SolverFactory } from './stage-runner.js';

/** How a thread makes solvers; loading happens once per thread. */
export async function loadSolver(name: StageSolverName = 'kernel'): Promise<SolverFactory> {
  const runtime = await loadHighs();
  return (problem) => stageSolvers[name](runtime, problem);
}
