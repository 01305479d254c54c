import type { HighsRuntime } from './highs/highs-runtime.js';
import { HighsSolver } from './highs/highs-solver.js';
import { CertifiedSolver } from './simplex/certified-solver.js';
import type { StageProblem, StageSolver } from './solver.js';

/** The members of the solver family, by the name a person chooses them with. The first is the default. */
export const stageSolvers = {
  simplex: (runtime: HighsRuntime, problem: StageProblem): StageSolver => new CertifiedSolver(runtime, problem),
  highs: (runtime: HighsRuntime, problem: StageProblem): StageSolver => new HighsSolver(runtime, problem),
} as const;

export type StageSolverName = keyof typeof stageSolvers;

export { type HighsRuntime, loadHighs } from './highs/highs-runtime.js';

export * from './solver.js';
