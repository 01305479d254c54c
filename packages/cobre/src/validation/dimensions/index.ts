import { currentRules } from '../current/index.js';
import { memberRules } from '../member-rules.js';
import type { Rule } from '../rule.js';
import { blockRows } from './block-rows.js';
import { correlationSchedule, correlationShape } from './correlation-shape.js';
import { externalCoverage, noiseOpeningCoverage } from './scenario-coverage.js';
import { inflowStatsCoverage, loadStatsCoverage } from './series-coverage.js';
import { tableStages } from './table-stages.js';

/** Layer 4: tables cover the entities and stages they must, and no others. */
export const dimensionRules: readonly Rule[] = [
  inflowStatsCoverage,
  loadStatsCoverage,
  externalCoverage,
  noiseOpeningCoverage,
  correlationShape,
  correlationSchedule,
  ...memberRules(4),
  tableStages,
  blockRows,
  ...currentRules.filter(({ layer }) => layer === 4),
];
