export { type LinkedFolders, OutputFolder, replaced } from './folder/output-folder.js';
export { writeFittedPlanes } from './fpha-export.js';
export {
  beginPart,
  finishPart,
  isFinished,
  type PartState,
  partState,
  type RunPart,
  readRunMetadata,
} from './parts.js';
export type { BoundaryReport } from './policy/boundary-by-date.js';
export { currentDetails } from './policy/current-details.js';
export type { CurrentStageCuts, StoredStageCuts } from './policy/cuts-file.js';
export { requirePolicyOf } from './policy/policy-of-case.js';
export { modelOfPolicy, modelWithBoundary, readBoundary } from './policy/read-boundary.js';
export { readPolicy, readPolicyHistory, readPolicyMetadata, storedPolicy } from './policy/read-policy.js';
export {
  openStoredPolicy,
  type PolicyFormat,
  type PolicyMetadata,
  type StoredPolicy,
  UnusablePolicyFile,
} from './policy/stored-policy.js';
export { type PolicyDetails, type PolicyPlace, writePolicy } from './policy/write-policy.js';
export { readRows } from './read-table.js';
export type { RunIdentity } from './run-identity.js';
export { digestsOf, inputsDigest, type RunInputs, runInputs } from './run-inputs.js';
export { writeSideTables } from './side-tables.js';
export { type SimulationTimes, SimulationWriter } from './simulation/write-simulation.js';
export { writeStochastics } from './stochastic-export.js';
export { type ConvergenceRow, readConvergence } from './training/convergence.js';
export { digestOfProof, policyDigests, proofFile, writeProof } from './training/write-proof.js';
export { type SetupTimes, writeConvergence, writeTraining } from './training/write-training.js';
