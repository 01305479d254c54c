import { describe, expect, test } from 'vitest';
import {
  advanceLags,
  buildStochasticModel,
  inflowIntercepts,
  memoryPart,
  type StochasticModel,
} from '../../src/stochastic/index.js';
import { golden, skipGoldens } from './goldens.js';
import { sharedCase } from './shared-case.js';

/** Inflows of every stage along one opening per stage. */
function follow(model: StochasticModel, opening = 0): Float64Array[] {
  let lags = model.initialLags.slice();
  return model.stages.map(({ inflow, openings, transition }) => {
    const inflows = new Float64Array(model.hydroCount);
    inflowIntercepts(inflow, model.nonNegativity, lags, openings, opening * model.noise.dimension, inflows);
    for (let h = 0; h < model.hydroCount; h++) inflows[h]! += memoryPart(inflow, lags, h);
    const next = new Float64Array(lags.length);
    advanceLags(transition, lags, inflows, next);
    lags = next;
    return inflows;
  });
}

describe.skipIf(skipGoldens)('shipped cases', () => {
  test('1dtoy has the forty published openings and chooses among them as published', async () => {
    const model = buildStochasticModel(await sharedCase('1dtoy'));
    expect(model.stages.map(({ openings }) => [...openings])).toEqual(golden('openings of 1dtoy'));
    const sampler = model.sampler('training', 1);
    const out = new Float64Array(1);
    const chosen = [1, 2, 3].map((iteration) => [0, 1, 2, 3].map((stage) => sampler.sample(iteration, 0, stage, out)));
    expect(chosen).toEqual(golden('opening index, n=10'));
  });

  test('d16 halves the distance to its mean at every stage', async () => {
    const model = buildStochasticModel(await sharedCase('d16-par1-lag-shift'));
    const inflows = follow(model).map(([z]) => z!);
    // 50 + 0.5 · 200 and so on; the deviation of 1e-10 does not show.
    [150, 125, 112.5].forEach((expected, t) => {
      expect(inflows[t]).toBeCloseTo(expected, 6);
    });
  });

  test('d19 gives the asserted cost through its closed form', async () => {
    const inflows = follow(buildStochasticModel(await sharedCase('d19-multi-hydro-par')));
    const zeta = 2.628;
    const energy = (storage: number, h: number) => storage / zeta + inflows.reduce((sum, z) => sum + z[h]!, 0);
    const cost = 36_500 * (300 - energy(100, 0) - 0.8 * energy(75, 1));
    expect(cost).toBeCloseTo(1_332_571.7968919526, 4);
  });

  test('d26 finds the published orders and gives the asserted cost through its closed form', async () => {
    const study = await sharedCase('d26-estimated-par2');
    const model = buildStochasticModel(study);
    expect(model.provenance.fits.map(({ order }) => order)).toEqual([1, 2, 2, 1, 1, 2, 1, 1, 1, 2, 1, 1]);
    const inflows = follow(model).map(([z]) => z!);
    const hours = study.horizon.stages.map((stage) => stage.hours);
    const volume = inflows.reduce((sum, z, t) => sum + 0.0036 * hours[t]! * z, 0);
    const cost =
      22_000 * hours.reduce((a, b) => a + b) - (80 / 0.0036) * (250 + volume) + 59_520 * (inflows.at(-1)! - 250);
    expect(Math.abs(cost - 50_607_484.90581006)).toBeLessThan(1e-3);
  });

  test('d12 keeps an annual component in every season it can be fitted', async () => {
    const model = buildStochasticModel(await sharedCase('d12-par-annual'));
    expect(model.order).toBe(12);
    expect(model.provenance.inflow.every(({ annual }) => annual !== null && annual.stdM3s > 0)).toBe(true);
    expect(model.provenance.inflow).toHaveLength(2 * 26);
  });

  test('d28 branches only in its month', async () => {
    const model = buildStochasticModel(await sharedCase('d28-decomp-weekly-monthly'));
    expect(model.stages.map(({ openingCount }) => openingCount)).toEqual([1, 1, 1, 1, 1, 5]);
    expect(model.lagCount).toBe(0);
  });

  test('d29 shares one draw and one lag among the weeks of a month', async () => {
    const model = buildStochasticModel(await sharedCase('d29-weekly-par-noise-sharing'));
    expect(model.stages.map(({ noiseGroup }) => noiseGroup)).toEqual([0, 0, 0, 0]);
    expect([...model.initialLags]).toEqual([200]);
    for (const stage of model.stages.slice(0, 3)) {
      expect(stage.openings).toEqual(model.stages[0]!.openings);
      expect(stage.transition).toMatchObject({ isShift: false, carry: Float64Array.of(1), gain: Float64Array.of(0) });
    }
    const sampler = model.sampler('training', 1);
    const drawn = [0, 1, 2, 3].map((stage) => {
      const out = new Float64Array(1);
      expect(sampler.sample(7, 0, stage, out)).toBe(-1);
      return out[0];
    });
    expect(new Set(drawn).size).toBe(1);
  });

  test('d30 gathers three months into the lag of its first quarter', async () => {
    const model = buildStochasticModel(await sharedCase('d30-multi-resolution-monthly-quarterly'));
    expect(model.stages.map(({ openingCount }) => openingCount)).toEqual(new Array(10).fill(5));
    const inflows = follow(model).map(([z]) => z!);
    const [april, may, june] = inflows.slice(3, 6);
    const lag = (30 * april! + 31 * may! + 30 * june!) / 91;
    const { base, psi, sigma } = model.stages[6]!.inflow;
    const expected = base[0]! + psi[0]! * lag + sigma[0]! * model.stages[6]!.openings[0]!;
    expect(inflows[6]).toBeCloseTo(expected, 9);
  });

  test('the order in which hydros are declared changes nothing', async () => {
    const plain = buildStochasticModel(await sharedCase('d19-multi-hydro-par'));
    const turned = buildStochasticModel(await sharedCase('d19-multi-hydro-par', reverseLists));
    expect(turned.stages).toEqual(plain.stages);
    expect(turned.initialLags).toEqual(plain.initialLags);
  });
});

/** Reverses every list of entities in a JSON file of a case. */
function reverseLists(path: string, text: string): string {
  if (!/hydros\.json|initial_conditions\.json$/.test(path)) return text;
  const content = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(content).map(([key, list]) => [key, Array.isArray(list) ? list.toReversed() : list]),
    ),
  );
}
