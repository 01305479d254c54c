export { buildStochasticModel } from './build.js';
export { advanceLags, inflowIntercepts, loadLevel, memoryPart, ncsFraction } from './evaluate.js';
export type * from './model.js';
export { forwardSampler } from './sampling/forward-sampler.js';
export { type Period, stagePeriods } from './time/stage-periods.js';
