import { describe, expect, test } from 'vitest';
import { exactExp, exactLog } from '../../../src/stochastic/random/exact-functions.js';
import { normalQuantile } from '../../../src/stochastic/random/normal-quantile.js';
import { layerTables, standardNormal } from '../../../src/stochastic/random/normal-sampler.js';
import { Pcg64 } from '../../../src/stochastic/random/pcg64.js';
import {
  baseSeed,
  forwardSeed,
  groupedForwardSeed,
  openingSeed,
  stageSeed,
  type Word64,
} from '../../../src/stochastic/random/seeds.js';
import { randomPermutation } from '../../../src/stochastic/random/shuffle.js';
import { golden, skipGoldens } from '../goldens.js';

const decimal = ({ low, high }: Word64) => ((BigInt(high) << 32n) | BigInt(low)).toString();
const base = baseSeed(42);

describe.skipIf(skipGoldens)('the random numbers of the original are met bit for bit', () => {
  test('seeds of forward passes and stages', () => {
    expect(decimal(forwardSeed(base, 0, 0, 0))).toBe(golden('derive_forward_seed(42,0,0,0)'));
    expect(decimal(stageSeed(base, 0))).toBe(golden('derive_stage_seed(42,0)'));
  });

  test('independent openings of two dimensions', () => {
    const drawn = [0, 1, 2].map((opening) => {
      const rng = new Pcg64(openingSeed(base, opening, 0));
      return [standardNormal(rng), standardNormal(rng)];
    });
    expect(drawn).toEqual(golden('openings seed 42 stage 0, dim 2'));
  });

  test('the forty openings of 1dtoy', () => {
    const drawn = [0, 1, 2, 3].map((stage) =>
      Array.from({ length: 10 }, (_, opening) => standardNormal(new Pcg64(openingSeed(base, opening, stage)))),
    );
    expect(drawn).toEqual(golden('openings of 1dtoy'));
  });

  test('the openings that in-sample forward passes choose', () => {
    const chosen = [1, 2, 3].map((iteration) =>
      [0, 1, 2, 3].map((stage) => new Pcg64(forwardSeed(base, iteration, 0, stage)).below(10)),
    );
    expect(chosen).toEqual(golden('opening index, n=10'));
  });
});

describe('exact functions', () => {
  // Reference values: Python's math module on glibc, whose results are within 0.52 units of the last place.
  test.each([
    [0.5, -Math.LN2],
    [3.7e-9, -19.41493301729623],
    [0.9999999, -1.0000000494736474e-7],
    [12345.678, 9.421061321291832],
  ])('the logarithm of %d is the nearest double', (x, expected) => {
    expect(exactLog(x)).toBe(expected);
  });

  test.each([
    [0, 1],
    [-6.676416654821146, 0.001260285930467023],
    [1, Math.E],
    [-0.001, 0.999000499833375],
  ])('the exponential of %d is the nearest double', (x, expected) => {
    expect(exactExp(x)).toBe(expected);
  });
});

describe('the normal sampler', () => {
  test('has the layers of the published tables', () => {
    // Marsaglia and Tsang's 256 layers as printed in rand_distr.
    const { edge, density } = layerTables();
    expect(edge[0]).toBe(3.91075795953709);
    expect(edge[2]).toBe(3.4492782985609645);
    expect(edge[128]).toBe(1.5353425714388431);
    expect(edge[255]).toBe(0.2152418959132738);
    expect(density[1]).toBe(0.001260285930498598);
    expect(density[255]).toBe(0.9771017012827313);
  });

  test('has the moments and the tails of a standard normal', () => {
    const rng = new Pcg64(baseSeed(7));
    const n = 200_000;
    const sums = [0, 0, 0, 0];
    let beyondThree = 0;
    for (let i = 0; i < n; i++) {
      const x = standardNormal(rng);
      for (let k = 0; k < 4; k++) sums[k]! += x ** (k + 1) / n;
      if (Math.abs(x) > 3) beyondThree++;
    }
    // Five standard errors of each estimator.
    expect(Math.abs(sums[0]!)).toBeLessThan(5 * Math.sqrt(1 / n));
    expect(Math.abs(sums[1]! - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
    expect(Math.abs(sums[2]!)).toBeLessThan(5 * Math.sqrt(15 / n));
    expect(Math.abs(sums[3]! - 3)).toBeLessThan(5 * Math.sqrt(96 / n));
    expect(Math.abs(beyondThree / n - 0.0026997961)).toBeLessThan(5 * Math.sqrt(0.0027 / n));
  });
});

test('the quantile inverts known probabilities', () => {
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 7);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 7);
  expect(Number.isFinite(normalQuantile(0))).toBe(true);
  expect(Number.isFinite(normalQuantile(1))).toBe(true);
});

test('integers below a bound are uniform', () => {
  const rng = new Pcg64(baseSeed(1));
  const counts = new Array<number>(7).fill(0);
  for (let i = 0; i < 70_000; i++) counts[rng.below(7)]!++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(10_000));
});

test('a permutation holds every index once', () => {
  const out = new Uint32Array(50);
  randomPermutation(new Pcg64(baseSeed(3)), out);
  expect([...out].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

test('shared and unshared forward seeds never meet', () => {
  expect(decimal(groupedForwardSeed(base, 1, 2, 3))).not.toBe(decimal(forwardSeed(base, 1, 2, 3)));
});
