import type { Chart } from './chart.js';
import { convergence } from './convergence.js';
import { marginalCost } from './marginal-cost.js';
import { storage } from './storage.js';
import { thermalDispatch } from './thermal-dispatch.js';
import { waterValues } from './water-values.js';

export const charts: readonly Chart[] = [convergence, storage, thermalDispatch, marginalCost, waterValues];
