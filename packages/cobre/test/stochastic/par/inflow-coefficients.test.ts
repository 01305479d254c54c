import { expect, test } from 'vitest';
import { buildStochasticModel } from '../../../src/stochastic/index.js';
import { flatCoefficients, flatStats, monthlyStages, studyOf } from '../make-study.js';

// The two parameter sets the original's conformance tests assert (unit:par).
test.each([
  [100, 30, 0.3, 0.954, [70, 28.62, 0.3]],
  [200, 40, 0.4, 0.917, [120, 36.68, 0.4]],
])('mean %d, deviation %d, coefficient %d and ratio %d become physical', (mean, std, coefficient, ratio, expected) => {
  const ids = [-1, 0, 1, 2];
  const { stages } = buildStochasticModel(
    studyOf({
      preStudy: [{ id: -1, start: '2023-12-01', end: '2024-01-01', seasonId: 11 }],
      scenarios: {
        inflowStats: flatStats(1, ids, mean, std),
        arCoefficients: flatCoefficients(1, [0, 1, 2], [coefficient], ratio),
      },
    }),
  );
  for (const { inflow } of stages) {
    [inflow.base[0]!, inflow.sigma[0]!, inflow.psi[0]!].forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i]!, 10);
    });
  }
});

test('a lag is scaled by the statistics of its own stage', () => {
  const stats = [
    { hydroIndex: 0, stageId: -2, meanM3s: 80, stdM3s: 20 },
    { hydroIndex: 0, stageId: -1, meanM3s: 90, stdM3s: 25 },
    { hydroIndex: 0, stageId: 0, meanM3s: 100, stdM3s: 30 },
  ];
  const { inflow } = buildStochasticModel(
    studyOf({
      stages: monthlyStages(1),
      preStudy: [
        { id: -2, start: '2023-11-01', end: '2023-12-01', seasonId: 10 },
        { id: -1, start: '2023-12-01', end: '2024-01-01', seasonId: 11 },
      ],
      scenarios: { inflowStats: stats, arCoefficients: flatCoefficients(1, [0], [0.4, 0.2], 0.9) },
    }),
  ).stages[0]!;
  expect(inflow.psi[0]).toBeCloseTo(0.48, 12);
  expect(inflow.psi[1]).toBeCloseTo(0.3, 12);
  expect(inflow.base[0]).toBeCloseTo(100 - 0.48 * 90 - 0.3 * 80, 12);
  expect(inflow.sigma[0]).toBeCloseTo(27, 12);
});

test('a missing lag stage is looked up by season, and a lag without deviation has no influence', () => {
  const ids = Array.from({ length: 12 }, (_, i) => i);
  const stats = ids.map((stageId) => ({
    hydroIndex: 0,
    stageId,
    meanM3s: 10 * (stageId + 1),
    stdM3s: stageId === 4 ? 0 : 5,
  }));
  const { stages } = buildStochasticModel(
    studyOf({
      stages: monthlyStages(12),
      scenarios: { inflowStats: stats, arCoefficients: flatCoefficients(1, ids, [0.5], 0.8) },
    }),
  );
  // January's lag is December, stage 11.
  expect(stages[0]!.inflow.base[0]).toBeCloseTo(10 - 0.5 * 120, 12);
  expect(stages[5]!.inflow.psi[0]).toBe(0);
  expect(stages[5]!.inflow.base[0]).toBe(60);
});

test('an annual component spreads over twelve lags', () => {
  const model = buildStochasticModel(
    studyOf({
      stages: monthlyStages(2),
      hydros: [{ pastInflows: { valuesM3s: new Array(12).fill(100), seasonIds: null } }],
      scenarios: {
        inflowStats: flatStats(1, [0, 1], 100, 20),
        arCoefficients: flatCoefficients(1, [0, 1], [0.5], 0.8),
        annualComponent: [{ hydroIndex: 0, stageId: 1, annualCoefficient: 0.3, annualMeanM3s: 95, annualStdM3s: 10 }],
      },
    }),
  );
  expect(model.lagCount).toBe(12);
  const { inflow } = model.stages[1]!;
  expect(inflow.psi[0]).toBeCloseTo(0.5 + 0.6 / 12, 12);
  expect(inflow.psi[11]).toBeCloseTo(0.6 / 12, 12);
  expect(inflow.base[0]).toBeCloseTo(100 - 50 - 0.6 * 95, 12);
});

test('a hydro without a model has no inflow', () => {
  const { inflow } = buildStochasticModel(studyOf({ scenarios: { inflowStats: [] } })).stages[0]!;
  expect([inflow.base[0], inflow.sigma[0]]).toEqual([0, 0]);
});
