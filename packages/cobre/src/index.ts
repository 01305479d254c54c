/** Hydrothermal planning: load a case, train a policy, simulate it, write and read results. */
import type { Case } from './case/model.js';
import {
  type EquivalentOptions,
  type EquivalentSolution,
  loadSolver,
  multistageProblem,
  type Policy,
  solveDeterministicEquivalent,
  type Trained,
  type TrainOptions,
  trainPolicy,
} from './sddp/index.js';
import {
  type ScenarioResult,
  type SimulateOptions,
  type SimulationSummary,
  simulatePolicy,
} from './simulation/index.js';
import { buildStochasticModel } from './stochastic/index.js';

export type { Case } from './case/model.js';
export type { CobreFaultKind, ErrorRecord } from './faults.js';
export {
  type ConvergenceRow,
  isFinished,
  type PolicyMetadata,
  type RunPart,
  readConvergence,
  readPolicy,
  readPolicyMetadata,
  readRows,
  readRunMetadata,
} from './results/index.js';
export type { Policy, RunEvent, StopReason, Trained, TrainOptions } from './sddp/index.js';
export { runCase } from './service/runs/run-case.js';
export type { RunOptions } from './service/runs/run-context.js';
export type { RunResult, SimulationRecord, TrainingSummary } from './service/runs/run-result.js';
export type { ScenarioResult, SimulateOptions, SimulationSummary } from './simulation/index.js';
export { type LoadedCase, loadCase } from './validation/load-case.js';
export type { ValidationReport } from './validation/report.js';
export { validateCase } from './validation/validate-case.js';

/** Trains a policy for a case. */
export async function train(study: Case, options: TrainOptions = {}): Promise<Trained> {
  return trainPolicy(study, buildStochasticModel(study), options);
}

/** Simulates a policy; yields each scenario as soon as it is done and returns the summary. */
export async function* simulate(
  study: Case,
  policy: Policy,
  options: SimulateOptions = {},
): AsyncGenerator<ScenarioResult, SimulationSummary> {
  return yield* simulatePolicy(study, buildStochasticModel(study), policy, options);
}

/** The exact cost of a small case: its whole scenario tree as one linear program, without any of the SDDP algorithm. */
export async function exactCost(
  study: Case,
  options: Omit<EquivalentOptions, 'makeSolver'> = {},
): Promise<EquivalentSolution> {
  const training = { ...study.settings.training, cutFormulation: 'single' as const };
  const single = { ...study, settings: { ...study.settings, training } };
  const problem = multistageProblem(single, buildStochasticModel(single));
  return solveDeterministicEquivalent(problem, { ...options, makeSolver: await loadSolver('highs') });
}
