import { describe, expect, test } from 'vitest';
import type { Case } from '../../../src/case/model.js';
import { chainedContributions } from '../../../src/stochastic/fit/contributions.js';
import { solveLinear } from '../../../src/stochastic/fit/linear-solve.js';
import { statisticsOf } from '../../../src/stochastic/fit/seasonal-statistics.js';
import { buildStochasticModel } from '../../../src/stochastic/index.js';
import { standardNormal } from '../../../src/stochastic/random/normal-sampler.js';
import { Pcg64 } from '../../../src/stochastic/random/pcg64.js';
import { baseSeed } from '../../../src/stochastic/random/seeds.js';
import { flatCoefficients, flatStats, monthlyHistory, monthlyStages, months, studyOf } from '../make-study.js';

/** A long monthly history of correlated inflows with known standardized coefficients. */
function simulatedHistory(
  years: number,
  coefficients: readonly number[],
  seed: number,
): { z: Float64Array; ratio: number } {
  const rng = new Pcg64(baseSeed(seed));
  const n = 12 * years;
  const standardized = new Float64Array(n + 100);
  const ratio = residualRatio(coefficients);
  for (let t = 0; t < standardized.length; t++) {
    let value = ratio * standardNormal(rng);
    coefficients.forEach((phi, i) => {
      value += phi * (standardized[t - 1 - i] ?? 0);
    });
    standardized[t] = value;
  }
  const z = Float64Array.from({ length: n }, (_, t) => meanOf(t % 12) + stdOf(t % 12) * standardized[t + 100]!);
  return { z, ratio };
}

const meanOf = (month: number) => 200 + 80 * Math.cos((2 * Math.PI * month) / 12);
const stdOf = (month: number) => 40 + 15 * Math.cos((2 * Math.PI * month) / 12);

/** √(1 − Σ φ_i ρ_i) with the autocorrelations of a stationary AR(1) or AR(2) process. */
function residualRatio([a = 0, b = 0]: readonly number[]): number {
  const first = a / (1 - b);
  return Math.sqrt(1 - a * first - b * (a * first + b));
}

function estimate(
  history: ReturnType<typeof monthlyHistory>,
  estimation: Partial<Case['settings']['estimation']> = {},
  hydros = 1,
) {
  return buildStochasticModel(
    studyOf({
      stages: monthlyStages(12),
      seasons: months,
      hydros: Array.from({ length: hydros }, () => ({})),
      scenarios: { inflowHistory: history },
      estimation: { maxOrder: 3, ...estimation },
    }),
  ).provenance;
}

describe('a simulated history gives its parameters back', () => {
  test.each([
    ['white noise', []],
    ['first order', [0.7]],
    ['second order', [0.5, 0.3]],
  ])('%s', (_, coefficients) => {
    const { z, ratio } = simulatedHistory(2000, coefficients, 11);
    const { inflow } = estimate(monthlyHistory(0, 20, z), { maxOrder: 2 });
    inflow.forEach((season, month) => {
      // 2000 years: standard errors are about 1 of the mean, 0.03 of a coefficient.
      expect(Math.abs(season.meanM3s - meanOf(month))).toBeLessThan(0.1 * stdOf(month));
      expect(Math.abs(season.stdM3s - stdOf(month))).toBeLessThan(0.08 * stdOf(month));
      expect(Math.abs(season.residualStdRatio - ratio)).toBeLessThan(0.05);
      coefficients.forEach((phi, i) => {
        expect(Math.abs((season.coefficients[i] ?? 0) - phi)).toBeLessThan(0.12);
      });
    });
    const extra = inflow.filter((season) => season.coefficients.length > coefficients.length).length;
    // The test for significance lets 5 % pass by chance.
    expect(extra).toBeLessThanOrEqual(3);
  });
});

test('the annual mean of the past is found where it matters', () => {
  const rng = new Pcg64(baseSeed(5));
  const z = new Float64Array(12 * 1500);
  let year = 0;
  for (let t = 0; t < z.length; t++) {
    year = t < 12 ? 0 : z.subarray(t - 12, t).reduce((sum, value) => sum + value, 0) / 12;
    z[t] = 0.2 * (z[t - 1] ?? 0) + 0.6 * year + standardNormal(rng);
  }
  const { inflow } = estimate(
    monthlyHistory(
      0,
      20,
      z.map((value) => value + 100),
    ),
    { orderSelection: 'pacf_annual', maxOrder: 1 },
  );
  for (const season of inflow) {
    const { annual, stdM3s } = season;
    const physical = (annual!.coefficient * stdM3s) / annual!.stdM3s;
    expect(Math.abs(physical - 0.6)).toBeLessThan(0.25);
    expect(Math.abs(season.coefficients[0]! - 0.2)).toBeLessThan(0.12);
  }
});

test('residuals of several hydros keep their correlation', () => {
  const rng = new Pcg64(baseSeed(9));
  const first = new Float64Array(12 * 400);
  const second = new Float64Array(12 * 400);
  for (let t = 0; t < first.length; t++) {
    const shared = standardNormal(rng);
    first[t] = 100 + 10 * shared;
    second[t] = 50 + 5 * (0.8 * shared + 0.6 * standardNormal(rng));
  }
  const history = [...monthlyHistory(0, 1600, first), ...monthlyHistory(1, 1600, second)];
  const { correlationModel, correlation } = estimate(history, { maxOrder: 1 }, 2);
  expect(correlation).toBe('estimated');
  const pooled = correlationModel!.profiles.get('default')!.groups[0]!.matrix;
  expect(Math.abs(pooled[0]![1]! - 0.8)).toBeLessThan(0.03);
  expect(pooled[0]![0]).toBe(1);
  expect(correlationModel!.profileOfStage.get(3)).toBe('season_3');
});

test('a history that begins and ends within a year pairs the right months', () => {
  const { z } = simulatedHistory(400, [0.8], 3);
  const whole = monthlyHistory(0, 1600, z);
  const { inflow } = estimate(whole.slice(4, -5), { maxOrder: 1 });
  for (const season of inflow) expect(Math.abs(season.coefficients[0]! - 0.8)).toBeLessThan(0.12);
});

test('observations finer than a season are averaged', () => {
  const halves = monthlyHistory(0, 2000, new Float64Array(120).fill(10)).flatMap((seen, i) => [
    { ...seen, valueM3s: i % 12 },
    { ...seen, day: seen.day + 14, valueM3s: (i % 12) + 2 + Math.floor(i / 12) },
  ]);
  const { inflow } = estimate(halves, { maxOrder: 0 });
  expect(inflow[3]!.meanM3s).toBeCloseTo(3 + 1 + 4.5 / 2, 10);
});

describe('reductions', () => {
  test('a negative first coefficient is not physical', () => {
    const z = Float64Array.from({ length: 480 }, (_, t) => 100 + (t % 2 === 0 ? 10 : -10) * Math.cos(t * t));
    const alternating = z.map((value, t) => (t % 2 === 0 ? value : 200 - z[t - 1]!));
    const { fits } = estimate(monthlyHistory(0, 1950, alternating));
    const reduced = fits.filter(({ reductions }) => reductions.includes('phi1_negative'));
    expect(reduced.length).toBeGreaterThan(0);
    expect(reduced.every(({ order }) => order === 0)).toBe(true);
  });

  test('a coefficient beyond the bound is dropped', () => {
    const { z } = simulatedHistory(100, [0.7], 4);
    const { fits } = estimate(monthlyHistory(0, 1900, z), { maxCoefficientMagnitude: 0.1 });
    expect(fits.every(({ order }) => order === 0)).toBe(true);
    expect(fits.every(({ reductions }) => reductions.includes('magnitude_bound'))).toBe(true);
  });

  test('no fitted season has a negative chained contribution', () => {
    const { z } = simulatedHistory(40, [0.5, 0.3], 6);
    const { inflow } = estimate(monthlyHistory(0, 1980, z), { maxOrder: 6 });
    const coefficients = inflow.map((season) => season.coefficients);
    const stds = inflow.map((season) => season.stdM3s);
    inflow.forEach((season, position) => {
      const chain = chainedContributions(position, season.coefficients.length, coefficients, stds);
      expect(chain.every((share) => share >= 0)).toBe(true);
    });
  });
});

test.each([
  // By hand: weights move back one season a turn.
  ['one season, order 2', 0, [[0.4, 0.2]], [10], [0.4, 0.36]],
  ['two seasons of different deviation', 0, [[0.4, 0.2], [0.3]], [30, 25], [0.48, 0.32]],
  ['order 3', 0, [[0.5, 0.2, 0.1]], [10], [0.5, 0.45, 0.425]],
])('chained contributions: %s', (_, position, coefficients, stds, expected) => {
  const chain = chainedContributions(position, coefficients[position]!.length, coefficients, stds);
  chain.forEach((share, i) => {
    expect(share).toBeCloseTo(expected[i]!, 12);
  });
});

describe('which tables exist decides where parameters come from', () => {
  const { z } = simulatedHistory(60, [0.6], 2);
  const ids = Array.from({ length: 12 }, (_, i) => i);
  const history = monthlyHistory(0, 1960, z);
  const stats = flatStats(1, ids, 321, 12);
  const coefficients = flatCoefficients(1, ids, [0.25], 0.9);
  test.each([
    ['none', {}, undefined, undefined],
    ['white_noise', { inflowStats: stats }, 321, 0],
    ['given', { inflowStats: stats, arCoefficients: coefficients }, 321, 0.25],
    ['given_with_history', { inflowHistory: history, inflowStats: stats, arCoefficients: coefficients }, 321, 0.25],
    ['stats_from_history', { inflowHistory: history, arCoefficients: coefficients }, 'fitted', 0.25],
    ['ar_from_history', { inflowHistory: history, inflowStats: stats }, 321, 'fitted'],
    ['estimated', { inflowHistory: history }, 'fitted', 'fitted'],
  ])('%s', (path, scenarios, mean, coefficient) => {
    const { provenance } = buildStochasticModel(studyOf({ stages: monthlyStages(12), seasons: months, scenarios }));
    expect(provenance.path).toBe(path);
    const january = provenance.inflow[0];
    if (mean === 'fitted') expect(Math.abs(january!.meanM3s - meanOf(0))).toBeLessThan(30);
    else expect(january?.meanM3s).toBe(mean);
    if (coefficient === 'fitted') expect(Math.abs(january!.coefficients[0]! - 0.6)).toBeLessThan(0.3);
    else expect(january === undefined ? undefined : (january.coefficients[0] ?? 0)).toBe(coefficient);
  });
});

test('deviations divide by N, and a series that hardly varies has none', () => {
  expect(statisticsOf([1, 2, 3, 4])).toEqual({ mean: 2.5, std: Math.sqrt(1.25), count: 4 });
  expect(statisticsOf([5, 5, 5, 5, 9]).std).toBe(0);
  expect(statisticsOf([]).count).toBe(0);
});

test('small systems are solved, singular ones refused', () => {
  expect(
    solveLinear(
      [
        [0, 2],
        [1, 1],
      ],
      [4, 3],
    ),
  ).toEqual([1, 2]);
  expect(
    solveLinear(
      [
        [1, 2],
        [2, 4],
      ],
      [1, 2],
    ),
  ).toBeNull();
});

test('an estimate without seasons is refused with advice', () => {
  const study = studyOf({ scenarios: { inflowHistory: monthlyHistory(0, 2000, new Float64Array(24).fill(1)) } });
  expect(() => buildStochasticModel(study)).toThrow(/defines no seasons/);
});
