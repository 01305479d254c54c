import { loadHighs } from '../lp/highs-runtime.js';
import { HighsSolver } from '../lp/highs-solver.js';
import type { SolverFactory } from './stage-runner.js';

/** How a thread makes solvers; loading happens once per thread. */
export async function loadSolver(): Promise<SolverFactory> {
  const runtime = await loadHighs();
  return (problem) => new HighsSolver(runtime, problem);
}
