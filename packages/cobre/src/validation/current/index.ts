/** What only the current format asks of a case. Each rule is silent about cases of release 0.5.1. */
import type { Rule } from '../rule.js';
import { graphNodes } from './graph.js';
import { historicalSampling } from './historical.js';
import { dischargedHistory, filledReservoirs } from './initial-state.js';
import { checkpointing, policyPath } from './policy.js';
import { postStudy } from './post-study.js';
import { externalScenarios, seasonDays } from './scenarios.js';
import { costScale, gapRule, graphKeys, iterationLimit, openings } from './settings.js';

export const currentRules: readonly Rule[] = [
  iterationLimit,
  gapRule,
  costScale,
  policyPath,
  checkpointing,
  openings,
  graphKeys,
  graphNodes,
  filledReservoirs,
  dischargedHistory,
  historicalSampling,
  postStudy,
  externalScenarios,
  seasonDays,
].map((rule) => ({
  ...rule,
  check: (input) => (input.raw.generation === 'current' ? rule.check(input) : []),
}));
