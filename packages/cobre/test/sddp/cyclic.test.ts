/** An endless horizon has the cost of a finite one that is long enough for its end to be discounted away. */
import { expect, test } from 'vitest';
import { trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { type CaseContents, stageEntry } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

/** Two seasons of 31 and 29 days, the second drier; 0.74 and 0.76 of the cost of a season counts one season earlier. */
const annualRate = 30;
const seasons = [
  { days: 31, mean: 32, load: 70 },
  { days: 29, mean: 8, load: 90 },
];

function horizon(stageCount: number, graph: object, iterations: number): CaseContents {
  const ids = Array.from({ length: stageCount }, (_, id) => id);
  let day = Date.UTC(2024, 0, 1) / 86_400_000;
  const stages = ids.map((id) => {
    const start = day;
    day += seasons[id % 2]!.days;
    const date = (value: number) => new Date(value * 86_400_000).toISOString().slice(0, 10);
    return stageEntry(id, { start_date: date(start), end_date: date(day), num_scenarios: 2 });
  });
  const noise = (id: number) => (id % 2 === 0 ? [-0.8, 1.1] : [0.9, -0.7]);
  return {
    'config.json': {
      training: { forward_passes: 4, stopping_rules: [{ type: 'iteration_limit', limit: iterations }] },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'stages.json': { policy_graph: { annual_discount_rate: annualRate, ...graph }, stages },
    'scenarios/inflow_seasonal_stats.parquet': ids.map((stage_id) => ({
      hydro_id: 0,
      stage_id,
      mean_m3s: seasons[stage_id % 2]!.mean,
      std_m3s: 5,
    })),
    'scenarios/load_seasonal_stats.parquet': ids.map((stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw: seasons[stage_id % 2]!.load,
      std_mw: 0,
    })),
    'scenarios/noise_openings.parquet': ids.flatMap((stage_id) =>
      noise(stage_id).map((value, opening_index) => ({ stage_id, opening_index, entity_index: 0, value })),
    ),
  };
}

async function boundOf(contents: CaseContents): Promise<number> {
  const study = await caseOf(contents);
  const { policy, iterations } = await trainPolicy(study, buildStochasticModel(study));
  iterations.slice(1).forEach(({ lowerBound }, k) => {
    expect(lowerBound).toBeGreaterThanOrEqual(iterations[k]!.lowerBound * (1 - 1e-9));
  });
  return policy.lowerBound;
}

test('a cycle of two seasons costs what forty seasons cost', async () => {
  const transitions = [
    { source_id: 0, target_id: 1, probability: 1 },
    { source_id: 1, target_id: 0, probability: 1 },
  ];
  const endless = await boundOf(horizon(2, { type: 'cyclic', transitions }, 40));
  const long = await boundOf(horizon(40, { type: 'finite_horizon' }, 40));
  expect(endless / long).toBeGreaterThan(1 - 2e-4);
  expect(endless / long).toBeLessThan(1 + 2e-4);
});
