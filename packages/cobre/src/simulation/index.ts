export {
  type CellValue,
  type ColumnType,
  operativeState,
  type ResultColumn,
  type ResultTable,
} from './result-table.js';
export type { TableRows } from './scenario-rows.js';
export { type ScenarioResult, type SimulateOptions, type SimulationSummary, simulatePolicy } from './simulate.js';
export { resultTables } from './tables/index.js';
