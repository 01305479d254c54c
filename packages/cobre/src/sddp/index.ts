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
export { type Proof, proofSchema } from './proof/proof.js';
export { obstacleOf, type ProofParts, prove, provenProblem } from './proof/prove.js';
export { ceiling } from './proof/reach.js';
export { safetyFactor } from './proof/sufficient.js';
export { checkProof, NotProven } from './proof/verify.js';
export { riskMeasure, riskParameters } from './risk/index.js';
export { loadSolver, type SolverChoice } from './solver-factory.js';
export { type SolverFactory, StageRunner } from './stage-runner.js';
export { type StopReason, stoppingJudge } from './stopping/index.js';
export { prepareThreads } from './threads/idle-threads.js';
export { threadLost } from './threads/thread-life.js';
export { type Trained, type TrainOptions, trainPolicy } from './train.js';
export { type TreePaths, treePaths, treeSampler } from './tree-paths.js';
