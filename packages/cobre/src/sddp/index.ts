export { leastBoundary } from './boundary.js';
export { gapOf, halfWidth95, spreadOf } from './bounds.js';
export type { CutLog } from './cut-log.js';
export {
  type EquivalentOptions,
  type EquivalentSolution,
  solveDeterministicEquivalent,
} from './deterministic-equivalent.js';
export type * from './events.js';
export { type MultistageProblem, multistageProblem } from './multistage-problem.js';
export { pathOf } from './path.js';
export {
  basesFor,
  emptyPolicyStage,
  evaluateCuts,
  type Policy,
  type PolicyStage,
  spokenStates,
  wholePolicy,
} from './policy.js';
export { fitted } from './policy-fit.js';
export { NotProven } from './proof/not-proven.js';
export { obstacleOf } from './proof/obstacle.js';
export { planOf } from './proof/plan.js';
export { type Proof, proofSchema } from './proof/proof.js';
export { type ProofParts, placesOf, prove, provenProblem } from './proof/prove.js';
export { intervalOf, rounding, statementOf } from './proof/statement.js';
export { checkProof } from './proof/verify.js';
export { riskMeasure, riskParameters } from './risk/index.js';
export { loadSolver, type SolverChoice } from './solver-factory.js';
export { type SolverFactory, StageRunner } from './stage-runner.js';
export { type StopReason, stoppingJudge } from './stopping/index.js';
export { prepareThreads } from './threads/idle-threads.js';
export { threadLost } from './threads/thread-life.js';
export { type Trained, type TrainOptions, trainPolicy } from './train.js';
export { type TreePaths, treePaths, treeSampler } from './tree-paths.js';
