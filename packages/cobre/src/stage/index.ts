export { buildStageModels } from './build.js';
export { stageConstraints } from './constraints/index.js';
export { type CostKind, costKinds, hm3PerFlowHour, moneyScale } from './cost-kind.js';
export { StageDraft } from './draft.js';
export { fphaPlanes } from './fpha/planes.js';
export type { StageModel } from './model.js';
export { realize, type StageNoise, stageNoises } from './realization.js';
export { lagState, type StateSpace, sourcePosition, stateSpaceOf } from './state-space.js';
