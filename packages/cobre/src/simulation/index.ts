export { operativeState } from './result-table.js';
export {
  pathsOf,
  type ScenarioResult,
  type SimulateOptions,
  type SimulationSummary,
  simulatePolicy,
} from './simulate.js';
export { resultTables, tablesOf } from './tables/index.js';
