export { type BuildOptions, buildStageModels } from './build.js';
export type { StageColumns } from './columns.js';
export type { StageConstraint } from './constraint.js';
export { stageConstraints } from './constraints/index.js';
export { type CostKind, costKinds, hm3PerFlowHour, moneyScale } from './cost-kind.js';
export { fphaPlanes } from './fpha/planes.js';
export type { SourceBounds, StageModel } from './model.js';
export { realize, type StageNoise, stageNoises } from './realization.js';
export { lagState, loadPosition, type StateSpace, sourcePosition, stateSpaceOf } from './state-space.js';
