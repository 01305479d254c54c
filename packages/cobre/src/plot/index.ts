import type { Chart } from './chart.js';
import { convergence } from './convergence.js';
import { costs } from './costs.js';
import { marginalCost } from './marginal-cost.js';
import { storage } from './storage.js';
import { thermalDispatch } from './thermal-dispatch.js';
import { waterValues } from './water-values.js';

export const charts: readonly Chart[] = [convergence, costs, storage, thermalDispatch, marginalCost, waterValues];
