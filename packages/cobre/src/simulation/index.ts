export { operativeState } from './result-table.js';
export type { ScenarioSolvers, ScenarioWorkers } from './scenario-pool.js';
export {
  type ScenarioInput,
  ScenarioSimulator,
  type SimulatedScenario,
  type SimulationPlan,
} from './scenario-simulator.js';
export {
  pathsOf,
  type ScenarioResult,
  type SimulateOptions,
  type SimulationSummary,
  simulatePolicy,
} from './simulate.js';
export { limitCosts } from './tables/costs.js';
export { resultTables, tablesOf } from './tables/index.js';
