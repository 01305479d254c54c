import type { Chart } from './chart.js';
import { convergence } from './convergence.js';
import { costs } from './costs.js';
import { deficitRisk } from './deficit-risk.js';
import { marginalCost } from './marginal-cost.js';
import { storage } from './storage.js';
import { storedEnergy } from './stored-energy.js';
import { thermalClasses } from './thermal-classes.js';
import { thermalDispatch } from './thermal-dispatch.js';
import { waterValues } from './water-values.js';

export const charts: readonly Chart[] = [
  convergence,
  costs,
  storedEnergy,
  storage,
  thermalClasses,
  thermalDispatch,
  marginalCost,
  deficitRisk,
  waterValues,
];
