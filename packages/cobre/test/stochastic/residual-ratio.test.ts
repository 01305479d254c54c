/** In current cases the deviation of residuals follows from the coefficients, whatever the cycle of seasons. */
import { expect, test } from 'vitest';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { currentStage, smallCurrentCase } from '../case/current-case.js';
import { caseOf } from '../random-case.js';

interface Season {
  readonly id: number;
  readonly label: string;
  readonly month_start: number;
  readonly day_start?: number;
  readonly month_end?: number;
}

/** Squares of the ratios of a study whose inflows have the coefficients (0.5, 0.3) in every stage. */
async function squares(cycle_type: string, seasons: readonly Season[], stages: readonly (readonly [string, number])[]) {
  const [first] = stages[0]!;
  const dated = stages
    .slice(0, -1)
    .map(([start_date, season_id], id) => currentStage(id, { start_date, end_date: stages[id + 1]![0], season_id }));
  const before = [-2, -1].map((id) => ({
    id,
    start_date: '2022-01-01',
    end_date: first,
    season_id: seasons.length - 1,
  }));
  const ids = dated.map((_, id) => id);
  const study = await caseOf({
    ...smallCurrentCase(),
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      season_definitions: { cycle_type, seasons },
      pre_study_stages: before,
      stages: dated.map((stage) => ({ ...stage, num_openings: 2 })),
    },
    'initial_conditions.json': {
      storage: [{ hydro_id: 0, value_hm3: 50 }],
      filling_storage: [],
      recent_observations: [{ hydro_id: 0, start_date: '2022-01-01', end_date: first, value_m3s: 20 }],
    },
    'scenarios/inflow_seasonal_stats.parquet': [-2, -1, ...ids].map((stage_id) => ({
      hydro_id: 0,
      stage_id,
      mean_m3s: 20,
      std_m3s: 4,
    })),
    'scenarios/inflow_ar_coefficients.parquet': ids.flatMap((stage_id) =>
      [0.5, 0.3].map((coefficient, k) => ({ hydro_id: 0, stage_id, lag: k + 1, coefficient, residual_std_ratio: 1 })),
    ),
    'scenarios/load_seasonal_stats.parquet': ids.map((stage_id) => ({ bus_id: 0, stage_id, mean_mw: 80, std_mw: 0 })),
  });
  const { inflow } = buildStochasticModel(study).provenance;
  return ids.map((id) => inflow.find(({ stageId }) => stageId === id)!.residualStdRatio ** 2);
}

test('three weeks of 52 with white noise before them', async () => {
  const weeks = Array.from({ length: 52 }, (_, id) => ({ id, label: `W${id}`, month_start: 1 + Math.floor(id / 4.4) }));
  const found = await squares('weekly', weeks, [
    ['2024-01-01', 0],
    ['2024-01-08', 1],
    ['2024-01-15', 2],
    ['2024-01-22', 3],
  ]);
  // ρ of white noise is 0, so ρ_0 = (0.5, 0.3): 1 − 0.25 − 0.09. Then ρ_1(1) = 0.5 + 0.3·0.5 = 0.65 and ρ_1(2) = 0.5·0.5 + 0.3:
  // 1 − 0.325 − 0.165; then 0.5 + 0.3·0.65 and 0.5·0.65 + 0.3: as the specification has them, 0.66, 0.51, 0.465.
  expect(found.map((value) => Number(value.toFixed(10)))).toEqual([0.66, 0.51, 0.465]);
});

test('quarters beside months follow quarters', async () => {
  const months = Array.from({ length: 12 }, (_, id) => ({
    id,
    label: `M${id}`,
    month_start: id + 1,
    month_end: id + 1,
  }));
  const quarters = [1, 4, 7, 10].map((month, k) => ({
    id: 12 + k,
    label: `Q${k}`,
    month_start: month,
    month_end: month + 2,
  }));
  const found = await squares(
    'custom',
    [...months, ...quarters],
    [
      ['2024-01-01', 12],
      ['2024-04-01', 13],
      ['2024-07-01', 14],
      ['2024-10-01', 15],
      ['2025-01-01', 12],
    ],
  );
  // All four the same: ρ(1) = 0.5 / (1 − 0.3) = 5/7, ρ(2) = 0.5·5/7 + 0.3, so 1 − 2.5/7 − 0.3·(2.5/7 + 0.3).
  const expected = 1 - 2.5 / 7 - 0.3 * (2.5 / 7 + 0.3);
  for (const value of found) expect(value).toBeCloseTo(expected, 9);
});
