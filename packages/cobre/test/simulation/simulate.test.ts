import { describe, expect, test } from 'vitest';
import { type ScenarioResult, simulate, train } from '../../src/index.js';
import { expectBalances, rowsOf } from '../balances.js';
import { caseOf, randomCase } from '../random-case.js';

async function simulated(seed: number, scenarios = 3) {
  const study = await caseOf(randomCase(seed, { iterations: 15 }));
  const { policy, problem } = await train(study);
  const results: ScenarioResult[] = [];
  for await (const scenario of simulate(study, policy, { scenarios, problem })) results.push(scenario);
  return { study, policy, results };
}

describe.each([1, 6, 10, 13, 17, 24, 26, 31])('the simulation of seed %i', (seed) => {
  test('conserves water and power in every row, and its costs add up', async () => {
    const { study, results } = await simulated(seed);
    for (const scenario of results) {
      expectBalances(study, scenario);
      const costs = rowsOf(scenario, 'costs');
      const total = costs.reduce((sum, row) => sum + row.discount_factor! * row.immediate_cost!, 0);
      expect(scenario.cost).toBeCloseTo(total, 4);
      for (const row of costs) {
        expect(row.total_cost).toBeCloseTo(row.immediate_cost! + row.future_cost!, 4);
        // Unless the case asks to keep it, the worth of available power is left out of the objective, as in the original.
        const leftOut = partsOf(row) - row.immediate_cost!;
        if (!study.settings.modeling.dropsCurtailmentConstant) expect(leftOut).toBeCloseTo(0, 3);
        else expect(leftOut).toBeGreaterThan(-1e-3);
      }
    }
  });
});

function partsOf(row: Record<string, number>): number {
  const parts = [
    'thermal_cost',
    'contract_cost',
    'deficit_cost',
    'excess_cost',
    'storage_violation_cost',
    'filling_target_cost',
    'hydro_violation_cost',
    'inflow_penalty_cost',
    'generic_violation_cost',
    'spillage_cost',
    'fpha_turbined_cost',
    'curtailment_cost',
    'exchange_cost',
    'pumping_cost',
  ];
  return parts.reduce((sum, name) => sum + row[name]!, 0);
}

test('useful water has a positive value, and the spot price is what the dearest plant costs', async () => {
  const load = [0, 1].map((stage_id) => ({ bus_id: 0, stage_id, mean_mw: 95, std_mw: 0 }));
  const study = await caseOf({ 'scenarios/load_seasonal_stats.parquet': load });
  const { policy } = await train(study);
  const { value } = await simulate(study, policy, { scenarios: 1 }).next();
  const scenario = value as ScenarioResult;
  // Load 95; the cheap thermal gives 40 and the turbines at most 50 MW, so the one at 30 $/MWh is always marginal.
  expect(rowsOf(scenario, 'buses').map((row) => row.spot_price)).toEqual([
    expect.closeTo(30, 8),
    expect.closeTo(30, 8),
  ]);
  for (const row of rowsOf(scenario, 'hydros')) expect(row.water_value_per_hm3).toBeCloseTo(30 / 0.0036, 6);
});

test('a stop is heard between scenarios', async () => {
  const study = await caseOf({});
  const { policy } = await train(study);
  const controller = new AbortController();
  const run = simulate(study, policy, { scenarios: 10, signal: controller.signal });
  await run.next();
  controller.abort();
  const end = await run.next();
  expect(end.done).toBe(true);
  expect(end.value).toMatchObject({ scenarios: 10, completed: 1 });
});

test('two threads give what one gives, in the same order', async () => {
  const study = await caseOf(randomCase(6, { iterations: 5 }));
  const { policy } = await train(study);
  const rows = async (threads: number) => {
    const results: ScenarioResult[] = [];
    const run = simulate(study, policy, { scenarios: 7, threads, awaitThreads: true });
    let step = await run.next();
    for (; !step.done; step = await run.next()) results.push(step.value);
    expect(step.value.threads).toBe(threads);
    return results.map(({ scenario, cost, tables }) => ({
      scenario,
      cost,
      columns: tables.map(({ columns }) => columns),
    }));
  };
  expect(await rows(2)).toEqual(await rows(1));
});
