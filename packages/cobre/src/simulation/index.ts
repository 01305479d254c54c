export { operativeState } from './result-table.js';
export { type ScenarioResult, type SimulateOptions, type SimulationSummary, simulatePolicy } from './simulate.js';
export { resultTables } from './tables/index.js';
