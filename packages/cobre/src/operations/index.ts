import type { Operation } from '@quadrivium/kernel';
import * as named from './named.js';

/** In the order they are listed: the seed's ten, the two that go with runs in the background, and those of the terminal. */
export const operations = [
  named.validate,
  named.run,
  named.queryResults,
  named.queryConvergence,
  named.inspectPolicy,
  named.comparePolicies,
  named.inspectCase,
  named.listScenarios,
  named.exportResults,
  named.getConfigSchema,
  named.getTaskStatus,
  named.cancelTask,
  named.runHere,
  named.queryAnyResults,
  named.exportAnyResults,
  named.resultStatistics,
  named.simulatedCosts,
  named.runMetadata,
] as readonly Operation[];
