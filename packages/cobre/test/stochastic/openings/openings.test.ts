import { describe, expect, test } from 'vitest';
import { buildStochasticModel } from '../../../src/stochastic/index.js';
import { openingMethods } from '../../../src/stochastic/openings/index.js';
import { sobolDirections } from '../../../src/stochastic/openings/sobol-directions.js';
import { baseSeed } from '../../../src/stochastic/random/seeds.js';
import { dayOf } from '../../../src/stochastic/time/calendar.js';
import { flatStats, monthlyHistory, monthlyStages, months, studyOf } from '../make-study.js';

const drawable = openingMethods.filter(({ name }) => name !== 'selective' && name !== 'historical_residuals');
const stratified = drawable.filter(({ name }) => name !== 'saa');

function tree(name: string, count: number, dimension: number, stageId = 0, seed = 42): Float64Array {
  const method = openingMethods.find((candidate) => candidate.name === name)!;
  const out = new Float64Array(count * dimension);
  method.openings({ base: baseSeed(seed), stageId, stageIndex: stageId, count, dimension, library: null }, out);
  return out;
}

function column(points: Float64Array, dimension: number, d: number): number[] {
  return Array.from({ length: points.length / dimension }, (_, n) => points[n * dimension + d]!);
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Standard normal distribution function, to seven digits (Abramowitz and Stegun 26.2.17). */
function cdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) *
    t *
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI));
  return x > 0 ? 1 - tail : tail;
}

describe.each(drawable.map(({ name }) => name))('%s', (name) => {
  test('draws standard normal marginals without correlation', () => {
    const n = 4096;
    const points = tree(name, n, 5);
    for (let d = 0; d < 5; d++) {
      const own = column(points, 5, d);
      expect(own.every(Number.isFinite)).toBe(true);
      expect(Math.abs(mean(own))).toBeLessThan(0.08);
      expect(Math.abs(mean(own.map((x) => x * x)) - 1)).toBeLessThan(0.12);
      for (let e = 0; e < d; e++) {
        const other = column(points, 5, e);
        expect(Math.abs(mean(own.map((x, i) => x * other[i]!)))).toBeLessThan(0.08);
      }
    }
  });

  test('repeats itself for the same seed and stage only', () => {
    expect(tree(name, 32, 3)).toEqual(tree(name, 32, 3));
    expect(tree(name, 32, 3)).not.toEqual(tree(name, 32, 3, 1));
    expect(tree(name, 32, 3)).not.toEqual(tree(name, 32, 3, 0, 43));
  });

  test('gives a forward pass the same point whatever was drawn before', () => {
    const method = openingMethods.find((candidate) => candidate.name === name)!;
    const point = (trajectory: number) => {
      const out = new Float64Array(4);
      const points = method.forward({ base: baseSeed(7), trajectories: 16, dimension: 4, library: null });
      points.fill({ iteration: 3, trajectory, group: 2, stageIndex: 2 }, out);
      return out;
    };
    const forward = [0, 1, 2, 3].map(point);
    const backward = [3, 2, 1, 0].map(point).toReversed();
    expect(forward).toEqual(backward);
    expect(new Set(forward.map((row) => row.join())).size).toBe(4);
  });
});

test.each(stratified.map(({ name }) => name))('%s puts one point into every stratum of every dimension', (name) => {
  const n = 64;
  const dimension = name === 'qmc_halton' ? 1 : 6;
  const points = tree(name, n, dimension);
  for (let d = 0; d < dimension; d++) {
    const strata = new Set(column(points, dimension, d).map((x) => Math.floor(cdf(x) * n)));
    expect(strata.size).toBe(n);
  }
});

test.each(stratified.map(({ name }) => name))(
  '%s of one iteration spreads its trajectories over the strata',
  (name) => {
    const method = openingMethods.find((candidate) => candidate.name === name)!;
    const n = 32;
    const seen = Array.from({ length: n }, (_, trajectory) => {
      const out = new Float64Array(1);
      const points = method.forward({ base: baseSeed(1), trajectories: n, dimension: 1, library: null });
      points.fill({ iteration: 5, trajectory, group: 0, stageIndex: 0 }, out);
      return Math.floor(cdf(out[0]!) * n);
    });
    expect(new Set(seen).size).toBe(n);
  },
);

/** Star discrepancy in the plane over a grid of corners, good enough to compare methods. */
function discrepancy(points: Float64Array): number {
  const x = column(points, 2, 0).map(cdf);
  const y = column(points, 2, 1).map(cdf);
  let worst = 0;
  for (let a = 1; a <= 16; a++) {
    for (let b = 1; b <= 16; b++) {
      const inside = x.filter((value, i) => value < a / 16 && y[i]! < b / 16).length;
      worst = Math.max(worst, Math.abs(inside / x.length - (a * b) / 256));
    }
  }
  return worst;
}

test('low-discrepancy points cover the plane several times more evenly than independent ones', () => {
  const averageOver = (name: string) => mean([1, 2, 3, 4, 5].map((seed) => discrepancy(tree(name, 256, 2, 0, seed))));
  expect(averageOver('qmc_sobol')).toBeLessThan(averageOver('saa') / 2.5);
  expect(averageOver('qmc_halton')).toBeLessThan(averageOver('saa') / 2.5);
});

test('scrambled Sobol points in the plane fill every box of an even grid once', () => {
  const points = tree('qmc_sobol', 256, 2);
  const boxes = new Set(
    Array.from({ length: 256 }, (_, n) => [0, 1].map((d) => Math.floor(cdf(points[2 * n + d]!) * 16)).join()),
  );
  expect(boxes.size).toBe(256);
});

test('Sobol directions start as Joe and Kuo published and form full-rank matrices in every dimension', () => {
  const directions = sobolDirections(200);
  // Dimension 2 of the published table: all m_i odd, v_1 = 1/2, v_2 = 3/4, v_3 = 5/8, v_4 = 15/16.
  expect([...directions[1]!.slice(0, 4)].map((v) => v / 2 ** 32)).toEqual([0.5, 0.75, 0.625, 0.9375]);
  for (const v of directions) {
    v.forEach((word, j) => {
      expect(((word >>> (31 - j)) & 1) === 1 && (j === 31 || word << (j + 1) === 0)).toBe(true);
    });
  }
  expect(new Set(directions.map((v) => v.join())).size).toBe(200);
});

test('unscrambled Sobol points in ten dimensions are those Joe and Kuo print for their direction numbers', () => {
  const directions = sobolDirections(10);
  const at = new Uint32Array(10);
  const points = Array.from({ length: 8 }, (_, k) => {
    const bit = 31 - Math.clz32((k + 1) & -(k + 1));
    return Array.from(at, (_, d) => {
      at[d]! ^= directions[d]![bit]!;
      return (at[d]! / 2 ** 32) * 16;
    });
  });
  // In sixteenths; the second to the ninth point of the sequence, the first being the origin.
  expect(points).toEqual([
    [8, 8, 8, 8, 8, 8, 8, 8, 8, 8],
    [12, 4, 4, 4, 12, 12, 4, 12, 12, 12],
    [4, 12, 12, 12, 4, 4, 12, 4, 4, 4],
    [6, 6, 10, 14, 6, 2, 6, 14, 14, 10],
    [14, 14, 2, 6, 14, 10, 14, 6, 6, 2],
    [10, 2, 14, 10, 10, 14, 2, 2, 2, 6],
    [2, 10, 6, 2, 2, 6, 10, 10, 10, 14],
    [3, 5, 15, 7, 9, 5, 7, 15, 15, 5],
  ]);
});

describe('the tree of a case', () => {
  const stats = flatStats(1, [0, 1, 2], 100, 10);

  test('takes given openings as they are, without correlation', () => {
    const noiseOpenings = [0, 1, 2].flatMap((stageIndex) =>
      [0, 1].map((openingIndex) => ({
        stageIndex,
        openingIndex,
        entityIndex: 0,
        value: stageIndex - openingIndex / 4,
      })),
    );
    const matrix = [[1]];
    const model = buildStochasticModel(
      studyOf({
        stages: monthlyStages(3, { openings: 7 }),
        scenarios: {
          inflowStats: stats,
          noiseOpenings,
          correlation: {
            profiles: new Map([
              ['default', { groups: [{ name: 'g', members: [{ type: 'inflow', entityIndex: 0 }], matrix }] }],
            ]),
            profileOfStage: new Map(),
          },
        },
      }),
    );
    expect(model.stages.map(({ openings }) => [...openings])).toEqual([
      [0, -0.25],
      [1, 0.75],
      [2, 1.75],
    ]);
    expect([...model.stages[0]!.probabilities]).toEqual([0.5, 0.5]);
  });

  test('orders the noise vector by hydros, uncertain loads and sources', () => {
    const { noise } = buildStochasticModel(
      studyOf({
        hydros: [{}, {}],
        buses: [
          { mean: 10, std: 0 },
          { mean: 10, std: 1 },
          { mean: 10, std: 2 },
        ],
        sources: [{ mean: 0.5, std: 0.1 }],
      }),
    );
    expect(noise.dimension).toBe(5);
    expect([...noise.positionOfBus]).toEqual([-1, 2, 3]);
    expect([...noise.positionOfNcs]).toEqual([4]);
  });

  test('shares noise within a season of a year and nowhere else', () => {
    const stages = [
      { start: '2024-01-01', end: '2024-01-15', seasonId: 0, openings: 3 },
      { start: '2024-01-15', end: '2024-02-01', seasonId: 0, openings: 5 },
      { start: '2024-02-01', end: '2024-03-01', seasonId: 1, openings: 3 },
      { start: '2025-02-01', end: '2025-03-01', seasonId: 1, openings: 3 },
    ];
    const model = buildStochasticModel(
      studyOf({ stages, scenarios: { inflowStats: flatStats(1, [0, 1, 2, 3], 100, 10) } }),
    );
    expect(model.stages.map(({ noiseGroup }) => noiseGroup)).toEqual([0, 0, 1, 2]);
    expect([...model.stages[1]!.openings].slice(0, 3)).toEqual([...model.stages[0]!.openings]);
    expect(model.stages[3]!.openings).not.toEqual(model.stages[2]!.openings);
  });

  test('draws openings from residuals that occurred', () => {
    const values = Float64Array.from({ length: 240 }, (_, t) => 100 + 10 * Math.sin(t * t));
    const model = buildStochasticModel(
      studyOf({
        stages: monthlyStages(3, { openings: 6, method: 'historical_residuals' }),
        seasons: months,
        scenarios: { inflowStats: stats, inflowHistory: monthlyHistory(0, 2000, values) },
        estimation: { maxOrder: 0 },
      }),
    );
    model.stages.forEach(({ openings, inflow }, t) => {
      for (const noise of openings) {
        const inflowOfYear = inflow.base[0]! + inflow.sigma[0]! * noise;
        expect(values.some((value, i) => i % 12 === t && Math.abs(value - inflowOfYear) < 1e-9)).toBe(true);
      }
    });
  });

  test('selects years that represent equally many others', () => {
    // Inflows of twenty years, each month as high as the year is late: four groups of five years, whose
    // middle years are the third, eighth, thirteenth and eighteenth.
    const values = Float64Array.from({ length: 240 }, (_, t) => 100 + 10 * Math.floor(t / 12));
    const model = buildStochasticModel(
      studyOf({
        stages: monthlyStages(3, { openings: 4, method: 'selective' }),
        seasons: months,
        scenarios: { inflowStats: stats, inflowHistory: monthlyHistory(0, 2000, values) },
        estimation: { maxOrder: 0 },
      }),
    );
    for (const { openings, inflow } of model.stages) {
      const inflows = Array.from(openings, (noise) => inflow.base[0]! + inflow.sigma[0]! * noise);
      expect(inflows.map((value) => Math.round((value - 100) / 10))).toEqual([2, 7, 12, 17]);
    }
  });

  test('asks for something to select from', () => {
    const study = studyOf({ stages: monthlyStages(1, { method: 'selective' }) });
    expect(() => buildStochasticModel(study)).toThrow(/nothing to select from/);
  });

  test('asks for a history where residuals are to be sampled', () => {
    const study = studyOf({ stages: monthlyStages(1, { method: 'historical_residuals' }) });
    expect(() => buildStochasticModel(study)).toThrow(/no year of inflow history/);
  });
});

test('dates survive a round trip through day numbers', () => {
  expect(dayOf(1970, 1, 1)).toBe(0);
  expect(dayOf(2024, 3, 1) - dayOf(2024, 2, 1)).toBe(29);
});
