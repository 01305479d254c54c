import { CertifiedSolver } from './certified-solver.js';
import type { HighsRuntime } from './highs-runtime.js';
import { HighsSolver } from './highs-solver.js';
import { KernelSolver } from './kernel-solver.js';
import type { StageProblem, StageSolver } from './solver.js';

/** The members of the solver family, by the name a person chooses them with. The first is the default. */
export const stageSolvers = {
  kernel: (runtime: HighsRuntime, problem: StageProblem): StageSolver => new CertifiedSolver(runtime, problem),
  highs: (runtime: HighsRuntime, problem: StageProblem): StageSolver => new HighsSolver(runtime, problem),
  'kernel-unchecked': (_: HighsRuntime, problem: StageProblem): StageSolver => new KernelSolver(problem),
} as const;

export type StageSolverName = keyof typeof stageSolvers;

export { type HighsRuntime, loadHighs } from './highs-runtime.js';

export * from './solver.js';
