/** Cuts behind the last stage that price the memory of inflows, where the openings lead farther than any draw would. */
import { expect, test } from 'vitest';
import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { ownCases } from '../own-cases/index.js';
import { caseOf } from '../random-case.js';

/** Two stages of one plant that keeps no water, remembering the last inflow; the last opening brings thirty deviations. */
async function study() {
  const { files } = ownCases.find(({ name }) => name === 'lagged-inflow')!;
  const noise = { 0: [1, -1], 1: [30, -1] };
  const openings = Object.entries(noise).flatMap(([stage, values]) =>
    values.map((value, opening_index) => ({ stage_id: Number(stage), opening_index, entity_index: 0, value })),
  );
  return caseOf({ ...files, 'scenarios/noise_openings.parquet': openings });
}

async function lowerBound(perFlow: number): Promise<number> {
  const given = await study();
  const stochastic = buildStochasticModel(given);
  const boundary = CutPool.create(2, 1);
  boundary.add(0, Float64Array.of(0, perFlow));
  return (await trainPolicy(given, stochastic, { boundary })).policy.lowerBound;
}

/*
 * Inflows are 20 + 0.5 · (last − 20) + 4 · 0.75 · noise, after 24: 25 or 19 in the first stage, then 112.5 or 19.5 after 25, and 109.5 or
 * 16.5 after 19; 64.5 on average. Nothing can be decided about them, so a cut of −1 thousand $ per m³/s is worth −64,500 $ in all. Ten deviations
 * above the mean of 20 are 60, where a floor would have stopped at −60 thousand $ in half of the cases: −39,000 $ in all.
 */
test('the floor of the future lies below what every opening is worth', async () => {
  const [without, withCut] = [await lowerBound(0), await lowerBound(-1)];
  expect(withCut - without).toBeCloseTo(-64_500, 4);
});
