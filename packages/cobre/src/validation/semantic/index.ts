import { currentRules } from '../current/index.js';
import { memberRules } from '../member-rules.js';
import type { Rule } from '../rule.js';
import { factorBlocks } from './block-factors.js';
import { capacities } from './capacities.js';
import { correlationGroups, correlationMatrices } from './correlation.js';
import { fitting, historicalYears, historyResolution } from './inflow-history.js';
import { constantInflow, lagStates, lagStatistics, pastInflows, residualRatios } from './inflow-models.js';
import { entryBeforeExit } from './lifetimes.js';
import { penaltyOrder } from './penalty-order.js';
import { calendar, cyclicDiscount, samplingMethods, transitions } from './policy-graph.js';
import { constraintPair, schemeFiles } from './schemes.js';
import { seasonIds, seasonLengths } from './seasons.js';
import {
  anticipatedTerms,
  boundsOnce,
  crossedBounds,
  namedBlocks,
  namedBuses,
  parameterValues,
} from './user-constraints.js';

/** Layer 5: physics, policy graph, penalties and stochastic settings make sense together. */
export const semanticRules: readonly Rule[] = [
  ...memberRules(5),
  capacities,
  entryBeforeExit,
  transitions,
  cyclicDiscount,
  calendar,
  samplingMethods,
  seasonIds,
  seasonLengths,
  penaltyOrder,
  residualRatios,
  constantInflow,
  pastInflows,
  lagStatistics,
  lagStates,
  fitting,
  historyResolution,
  historicalYears,
  correlationMatrices,
  correlationGroups,
  factorBlocks,
  schemeFiles,
  constraintPair,
  boundsOnce,
  parameterValues,
  namedBlocks,
  namedBuses,
  anticipatedTerms,
  crossedBounds,
  ...currentRules.filter(({ layer }) => layer === 5),
];
