export { leastBoundary } from './boundary.js';
export { gapOf, halfWidth95, spreadOf } from './bounds.js';
export type { CutActivity } from './cut-activity.js';
export type { CutLog } from './cut-log.js';
export { cutsPerTrial } from './cuts-aside.js';
export {
  type EquivalentOptions,
  type EquivalentSolution,
  solveDeterministicEquivalent,
} from './deterministic-equivalent.js';
export type { DoubleBuffer } from './double-buffer.js';
export type * from './events.js';
export { PassStopped, Turns } from './heed.js';
export { type MultistageProblem, multistageProblem } from './multistage-problem.js';
export { outcomesAfter } from './outcomes.js';
export { PassMemory } from './pass-memory.js';
export { PassTasks, type Shared } from './pass-tasks.js';
export type { PassWorkers, PassWorkersParts } from './pass-workers.js';
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
export { isSolver, loadSolver, type SolverChoice } from './solver-factory.js';
export { type SolverFactory, StageRunner } from './stage-runner.js';
export { type StopReason, stoppingJudge } from './stopping/index.js';
export { prepareThreads } from './threads/idle-threads.js';
export { threadLost } from './threads/thread-life.js';
export { warmUp } from './threads/warm-up.js';
export { type Trained, type TrainOptions, trainPolicy } from './train.js';
export { countPrograms, expectedTraining } from './training-extent.js';
export { memoryOfMachine } from './training-memory.js';
export { type TreePaths, treePaths, treeSampler } from './tree-paths.js';
export type { BackwardStep, WorkerPool } from './worker-pool.js';
