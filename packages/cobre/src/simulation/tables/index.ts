import type { ResultTable } from '../result-table.js';
import { buses } from './buses.js';
import { contracts } from './contracts.js';
import { costs } from './costs.js';
import { exchanges } from './exchanges.js';
import { genericViolations } from './generic-violations.js';
import { hydros } from './hydros.js';
import { inflowLags } from './inflow-lags.js';
import { nonControllables } from './non-controllables.js';
import { pumpingStations } from './pumping-stations.js';
import { thermals } from './thermals.js';

/** In the order in which a scenario's files are written. */
export const resultTables: readonly ResultTable[] = [
  costs,
  hydros,
  thermals,
  exchanges,
  buses,
  pumpingStations,
  contracts,
  nonControllables,
  inflowLags,
  genericViolations,
];
