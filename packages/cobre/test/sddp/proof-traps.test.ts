/** Cases in which a bound could be wrong for a reason of its own: a way into a cycle, and quantities beyond what proofs assume. */
import { expect, test } from 'vitest';
import { obstacleOf, prove, provenProblem, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { type CaseContents, smallCase, stageEntry, thermalEntry } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

const noWater: CaseContents = {
  'system/hydros.json': { hydros: [] },
  'initial_conditions.json': { storage: [], filling_storage: [] },
  'scenarios/inflow_seasonal_stats.parquet': null,
};

async function intervalOf(contents: CaseContents): Promise<readonly [number, number]> {
  const study = await caseOf(contents);
  const stochastic = buildStochasticModel(study);
  const { policy, iterations } = await trainPolicy(study, stochastic);
  const { lower, upper } = await prove(study, stochastic, policy, { step: async () => {}, last: iterations.at(-1)! });
  if ('kind' in lower || !('value' in upper)) throw new Error('nothing was proven');
  return [lower.value, upper.value];
}

/** January leads into an endless February. */
function endlessFebruary(rates: readonly [number, number]): CaseContents {
  const transitions = rates.map((annual_discount_rate_override, source_id) => ({
    source_id,
    target_id: 1,
    probability: 1,
    annual_discount_rate_override,
  }));
  const policy_graph = { type: 'cyclic', annual_discount_rate: 1, transitions };
  return { ...noWater, 'stages.json': { policy_graph, stages: [stageEntry(0), stageEntry(1)] } };
}

test('a cycle is discounted by its own stages, whatever those before it are discounted by', async () => {
  // 40 MW at 10 and 40 MW at 30 for 730 h in every stage; a year counts for an eleventh after January, then for 1 in 1.5.
  const month = 730 * 40 * (10 + 30);
  const [january, february] = [11 ** (-31 / 365.25), 1.5 ** (-29 / 365.25)];
  const exact = month + (january * month) / (1 - february);
  const [lower, upper] = await intervalOf(endlessFebruary([10, 0.5]));
  expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
  expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
});

test('a cycle whose own stages are not discounted has no proof, however the way into it is', async () => {
  const study = await caseOf(endlessFebruary([10, 0]));
  const { problem } = provenProblem(study, buildStochasticModel(study), undefined);
  expect(obstacleOf(problem)).toContain('not discounted');
});

test('a plant beyond what is assumed of plants without a bound counts with all it has', async () => {
  // 50 million MW: 30 million at 10 and the rest at 30, for 730 h in each of two stages.
  const exact = 2 * 730 * (3e7 * 10 + 2e7 * 30);
  const thermals = [thermalEntry(0, 10, 3e7), thermalEntry(1, 30, 6e7)];
  const loads = smallCase()['scenarios/load_seasonal_stats.parquet'] as object[];
  const [lower, upper] = await intervalOf({
    ...noWater,
    'system/thermals.json': { thermals },
    'scenarios/load_seasonal_stats.parquet': loads.map((load) => ({ ...load, mean_mw: 5e7 })),
  });
  expect(lower).toBeLessThanOrEqual(exact);
  expect(upper).toBeGreaterThanOrEqual(exact);
});
