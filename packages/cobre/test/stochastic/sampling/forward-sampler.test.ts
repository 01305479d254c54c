import { describe, expect, test } from 'vitest';
import type { Case, ExternalValue, SamplingScheme } from '../../../src/case/model.js';
import {
  advanceLags,
  buildStochasticModel,
  forwardSampler,
  inflowIntercepts,
  loadLevel,
  memoryPart,
  ncsFraction,
  type StochasticModel,
} from '../../../src/stochastic/index.js';
import { standardNormal } from '../../../src/stochastic/random/normal-sampler.js';
import { Pcg64 } from '../../../src/stochastic/random/pcg64.js';
import { baseSeed, groupedForwardSeed } from '../../../src/stochastic/random/seeds.js';
import { samplingSchemes } from '../../../src/stochastic/sampling/index.js';
import {
  flatCoefficients,
  flatStats,
  monthlyHistory,
  monthlyStages,
  months,
  type StudyParts,
  studyOf,
} from '../make-study.js';

const STAGES = 4;
const ids = [0, 1, 2, 3];

const externalInflow: ExternalValue[] = ids.flatMap((stageIndex) =>
  [0, 1, 2].flatMap((scenarioId) =>
    [0, 1].map((entityIndex) => ({
      stageIndex,
      scenarioId,
      entityIndex,
      value: 50 + 10 * stageIndex + 3 * scenarioId + entityIndex,
    })),
  ),
);

function study(inflow: SamplingScheme, more: StudyParts = {}): Case {
  return studyOf({
    stages: monthlyStages(STAGES, { openings: 5 }),
    seasons: months,
    hydros: [100, 80].map((past) => ({ pastInflows: { valuesM3s: [past, past], seasonIds: null } })),
    training: { inflow },
    ...more,
    scenarios: {
      inflowStats: flatStats(2, ids, 90, 20),
      arCoefficients: flatCoefficients(2, ids, [0.4, 0.2], 0.8),
      inflowHistory: [0, 1].flatMap((h) =>
        monthlyHistory(
          h,
          2000,
          Float64Array.from({ length: 72 }, (_, t) => 60 + h + ((t * 37) % 50)),
        ),
      ),
      externalInflow,
      ...more.scenarios,
    },
  });
}

/** Inflows along a trajectory, stage by stage. */
function trajectory(model: StochasticModel, iteration: number, index: number): number[][] {
  const sampler = model.sampler('training', 8);
  let lags = new Float64Array(model.initialLags.length);
  sampler.startLags(iteration, index, lags);
  const noise = new Float64Array(model.noise.dimension);
  return model.stages.map(({ inflow, transition }, stage) => {
    sampler.sample(iteration, index, stage, noise);
    const inflows = new Float64Array(model.hydroCount);
    inflowIntercepts(inflow, model.nonNegativity, lags, noise, 0, inflows);
    for (let h = 0; h < model.hydroCount; h++) inflows[h]! += memoryPart(inflow, lags, h);
    const next = new Float64Array(lags.length);
    advanceLags(transition, lags, inflows, next);
    lags = next;
    return [...inflows];
  });
}

describe.each(samplingSchemes.map(({ name }) => name))('the scheme %s', (name) => {
  test('depends on iteration, trajectory and stage alone', () => {
    const model = buildStochasticModel(study(name));
    const calls = [1, 2, 3].flatMap((iteration) =>
      [0, 1, 5].flatMap((path) => ids.map((stage) => [iteration, path, stage] as const)),
    );
    const draw = (sampler: ReturnType<StochasticModel['sampler']>, order: typeof calls) =>
      new Map(
        order.map(([iteration, path, stage]) => {
          const out = new Float64Array(model.noise.dimension);
          const opening = sampler.sample(iteration, path, stage, out);
          return [`${iteration} ${path} ${stage}`, [opening, ...out]];
        }),
      );
    const once = draw(model.sampler('training', 8), calls);
    const again = draw(model.sampler('training', 8), calls.toReversed());
    for (const [key, values] of once) expect(again.get(key)).toEqual(values);
  });

  test('draws the same numbers in another thread', () => {
    const model = buildStochasticModel(study(name));
    const elsewhere = forwardSampler(structuredClone(model.samplerSpec('training', 8)));
    const here = model.sampler('training', 8);
    const [a, b] = [new Float64Array(2), new Float64Array(2)];
    const [lagsHere, lagsThere] = [new Float64Array(4), new Float64Array(4)];
    for (const stage of ids) {
      expect(elsewhere.sample(2, 3, stage, b)).toBe(here.sample(2, 3, stage, a));
      expect(b).toEqual(a);
    }
    here.startLags(2, 3, lagsHere);
    elsewhere.startLags(2, 3, lagsThere);
    expect(lagsThere).toEqual(lagsHere);
  });
});

test('in sample, noise is the opening that is returned', () => {
  const model = buildStochasticModel(study('in_sample'));
  const out = new Float64Array(2);
  const opening = model.sampler('training', 8).sample(4, 1, 2, out);
  expect([...out]).toEqual([...model.stages[2]!.openings.subarray(2 * opening, 2 * opening + 2)]);
});

test('out of sample, noise is fresh and follows the published recipe', () => {
  const model = buildStochasticModel(study('out_of_sample'));
  const out = new Float64Array(2);
  expect(model.sampler('training', 8).sample(4, 1, 2, out)).toBe(-1);
  const rng = new Pcg64(groupedForwardSeed(baseSeed(42), 4, 1, 2));
  expect([...out]).toEqual([standardNormal(rng), standardNormal(rng)]);
});

test('external scenarios are reproduced to the digit, lags included', () => {
  const model = buildStochasticModel(study('external'));
  expect(model.stages.map(({ openingCount }) => openingCount)).toEqual([3, 3, 3, 3]);
  const seen = new Set<number>();
  for (let path = 0; path < 12; path++) {
    const inflows = trajectory(model, 1, path);
    const scenario = Math.round((inflows[0]![0]! - 50) / 3);
    seen.add(scenario);
    inflows.forEach((values, stage) => {
      values.forEach((value, h) => {
        expect(value).toBeCloseTo(50 + 10 * stage + 3 * scenario + h, 9);
      });
    });
  }
  expect(seen.size).toBe(3);
});

test('external values are reached even where the statistics have no deviation', () => {
  const model = buildStochasticModel(
    study('external', { scenarios: { inflowStats: flatStats(2, ids, 90, 0), arCoefficients: null } }),
  );
  const [first] = trajectory(model, 1, 0);
  expect([50, 53, 56].some((value) => Math.abs(value - first![0]!) < 1e-9)).toBe(true);
  // The tree has nothing to vary there.
  for (const { openings } of model.stages) expect(openings.every((noise) => noise === 0)).toBe(true);
});

test('stages with fewer external scenarios repeat them', () => {
  const rows = externalInflow.filter(({ stageIndex, scenarioId }) => stageIndex === 3 || scenarioId === 0);
  const model = buildStochasticModel(study('external', { scenarios: { externalInflow: rows } }));
  expect(model.stages.map(({ openingCount }) => openingCount)).toEqual([1, 1, 1, 3]);
  for (let path = 0; path < 6; path++) expect(trajectory(model, 1, path)[0]![0]).toBeCloseTo(50, 9);
});

test('a historical year is replayed with the memory it began with', () => {
  const model = buildStochasticModel(
    study('historical', {
      training: { inflow: 'historical', historicalYears: { type: 'range', from: 2001, to: 2004 } },
    }),
  );
  const observed = (year: number, month: number, h: number) => 60 + h + ((((year - 2000) * 12 + month) * 37) % 50);
  const sampler = model.sampler('training', 8);
  const years = new Set<number>();
  for (let path = 0; path < 20; path++) {
    const inflows = trajectory(model, 1, path);
    const year = [2001, 2002, 2003, 2004].find((y) => Math.abs(observed(y, 0, 0) - inflows[0]![0]!) < 1e-9)!;
    years.add(year);
    inflows.forEach((values, month) => {
      values.forEach((value, h) => {
        expect(value).toBeCloseTo(observed(year, month, h), 9);
      });
    });
    const lags = new Float64Array(4);
    sampler.startLags(1, path, lags);
    expect([...lags]).toEqual([
      observed(year, -1, 0),
      observed(year, -1, 1),
      observed(year, -2, 0),
      observed(year, -2, 1),
    ]);
  }
  expect(years.size).toBeGreaterThan(1);
});

test('a year whose lags were not observed is not replayed', () => {
  const model = buildStochasticModel(
    study('historical', { training: { inflow: 'historical', historicalYears: { type: 'list', years: [2000] } } }),
  );
  expect(() => model.sampler('training', 1)).toThrow(/nothing to replay/);
});

test('external loads and sources are reproduced, also where they had no statistics', () => {
  const rows = (low: number): ExternalValue[] =>
    ids.flatMap((stageIndex) =>
      [0, 1].map((scenarioId) => ({ stageIndex, scenarioId, entityIndex: 0, value: low * (1 + scenarioId) })),
    );
  const model = buildStochasticModel(
    study('in_sample', {
      buses: [{ mean: 100, std: 0 }],
      sources: [{ mean: 0.5, std: 0.1 }],
      training: { load: 'external', ncs: 'external' },
      scenarios: { externalLoad: rows(70), externalNcs: rows(0.3) },
    }),
  );
  const out = new Float64Array(model.noise.dimension);
  const seen = new Set<string>();
  const sampler = model.sampler('training', 8);
  for (let path = 0; path < 12; path++) {
    sampler.sample(1, path, 2, out);
    const { load, ncs } = model.stages[2]!;
    const mw = loadLevel(load, 0, out, model.noise.positionOfBus[0]!);
    const share = ncsFraction(ncs, 0, out, model.noise.positionOfNcs[0]!);
    seen.add(`${mw.toFixed(6)} ${share.toFixed(6)}`);
  }
  // The two classes follow the same scenario.
  expect([...seen].sort()).toEqual(['140.000000 0.600000', '70.000000 0.300000']);
});

test('a scheme without data says what to give', () => {
  const model = buildStochasticModel(study('external', { scenarios: { externalInflow: null } }));
  expect(() => model.sampler('training', 1)).toThrow(/nothing to replay/);
});

describe('negative inflows', () => {
  const dry = {
    scenarios: { inflowStats: flatStats(2, ids, 1, 200), arCoefficients: flatCoefficients(2, ids, [0.4, 0.2], 0.8) },
  };
  test.each([
    ['none', true],
    ['penalty', true],
    ['truncation', false],
    ['truncation_with_penalty', false],
  ] as const)('%s', (nonNegativity, mayBeNegative) => {
    const model = buildStochasticModel(study('out_of_sample', { ...dry, nonNegativity }));
    const lowest = Math.min(...Array.from({ length: 20 }, (_, path) => trajectory(model, 1, path)).flat(2));
    expect(lowest < 0).toBe(mayBeNegative);
    expect(model.nonNegativity.slack).toBe(nonNegativity.endsWith('penalty'));
  });
});

test('loads are never negative and shares stay between 0 and 1', () => {
  const model = buildStochasticModel(
    study('out_of_sample', {
      buses: [{ mean: 1, std: 50 }],
      sources: [{ mean: 0.5, std: 3 }],
      training: { load: 'out_of_sample', ncs: 'out_of_sample' },
    }),
  );
  const sampler = model.sampler('training', 8);
  const out = new Float64Array(model.noise.dimension);
  for (let path = 0; path < 50; path++) {
    sampler.sample(1, path, 0, out);
    const { load, ncs } = model.stages[0]!;
    expect(loadLevel(load, 0, out, model.noise.positionOfBus[0]!)).toBeGreaterThanOrEqual(0);
    const share = ncsFraction(ncs, 0, out, model.noise.positionOfNcs[0]!);
    expect(share >= 0 && share <= 1).toBe(true);
    // Classes out of sample do not repeat each other.
    expect(out[2]).not.toBe(out[0]);
  }
});
