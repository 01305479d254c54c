/** What only hydros have: cascades, filling, reservoirs, production functions. */
import type { FileRule, Rule } from '../../../validation/rule.js';
import { travelTimes } from '../travel/checks.js';
import { acyclicCascade } from './cascade.js';
import { filling } from './filling.js';
import { geometryCoverage, planeCoverage } from './production-coverage.js';
import { planeFits, planeProductivity } from './production-fits.js';
import { productionModels } from './production-models.js';
import { planePrices, planeSigns, planeSources } from './production-planes.js';
import { productionSupply } from './production-supply.js';
import { evaporationNeedsGeometry, geometryMonotone, initialStorage } from './reservoirs.js';
import { tailraceCurves } from './tailrace-curves.js';
import { unitGroups } from './units.js';

export const fileRules: readonly FileRule[] = [productionModels];

export const rules: readonly Rule[] = [
  planeCoverage,
  geometryCoverage,
  productionSupply,
  acyclicCascade,
  filling,
  geometryMonotone,
  evaporationNeedsGeometry,
  initialStorage,
  planeSigns,
  planeSources,
  planePrices,
  planeProductivity,
  planeFits,
  travelTimes,
  unitGroups,
  tailraceCurves,
];
