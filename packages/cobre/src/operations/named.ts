/** The operations by the names that commands of this package call them by. */
export { cancelTask } from './cancel-task.js';
export { comparePolicies } from './compare-policies.js';
export { exportAnyResults, exportResults } from './export-results.js';
export { getConfigSchema } from './get-config-schema.js';
export { getTaskStatus } from './get-task-status.js';
export { inspectCase } from './inspect-case.js';
export { inspectPolicy } from './inspect-policy.js';
export { listScenarios } from './list-scenarios.js';
export { queryConvergence } from './query-convergence.js';
export { queryAnyResults, queryResults } from './query-results.js';
export { resultStatistics } from './result-statistics.js';
export { run } from './run.js';
export { runHere } from './run-here.js';
export { runMetadata } from './run-metadata.js';
export { simulatedCosts } from './simulated-costs.js';
export { validate } from './validate.js';
