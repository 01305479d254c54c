import { describe, expect, test } from 'vitest';
import { gapOf, stoppingJudge } from '../../src/sddp/index.js';

function historyOf(
  lowerBounds: number[],
  simulate = async () => new Float64Array(1),
  exactUpperBound: number | null = null,
) {
  return { iteration: lowerBounds.length, elapsedSeconds: lowerBounds.length, lowerBounds, exactUpperBound, simulate };
}

describe('bound stalling', () => {
  const judge = stoppingJudge([{ type: 'bound_stalling', iterations: 3, tolerance: 0.01 }], 'any');

  // The last row is a unit golden of the original.
  test.each([
    ['waits for a full window', [10, 10], false],
    ['goes on while the bound climbs', [10, 12, 14, 16], false],
    ['stops once the bound is flat', [10, 16.0, 16.05, 16.1], true],
    ['measures against one where the bound is small', [0, 0, 0, 0.001], true],
  ])('%s', async (_, bounds, stops) => {
    expect((await judge(historyOf(bounds))) !== undefined).toBe(stops);
  });
});

describe('rules together', () => {
  const limit = { type: 'iteration_limit', limit: 3 } as const;
  const time = { type: 'time_limit', seconds: 5 } as const;

  test.each([
    ['any stops at the first', 'any', 3, 'iteration_limit'],
    ['all waits for the last', 'all', 3, undefined],
    ['all stops when both are there', 'all', 5, 'iteration_limit'],
  ] as const)('%s', async (_, mode, iterations, reason) => {
    const bounds = Array.from({ length: iterations }, (_, k) => k);
    expect((await stoppingJudge([limit, time], mode)(historyOf(bounds)))?.reason).toBe(reason);
  });

  test('a case that names no limit stops after a hundred iterations', async () => {
    const judge = stoppingJudge([{ type: 'time_limit', seconds: 1e9 }], 'any');
    expect(await judge(historyOf(Array.from({ length: 99 }, (_, k) => k)))).toBeUndefined();
    expect((await judge(historyOf(Array.from({ length: 100 }, (_, k) => k))))?.reason).toBe('iteration_limit');
  });
});

describe('the simulation rule', () => {
  const spec = {
    type: 'simulation',
    replications: 5,
    period: 2,
    boundWindow: 2,
    distanceTol: 0.05,
    boundTol: 0.1,
  } as const;

  test('stops when two simulations in a row agree while the bound is calm', async () => {
    const judge = stoppingJudge([spec], 'any');
    const outcomes = [100, 140, 141].map((cost) => Float64Array.of(cost));
    const simulate = async () => outcomes.shift()!;
    const calm = (count: number) => Array.from({ length: count }, () => 50);
    expect(await judge(historyOf(calm(2), simulate))).toBeUndefined();
    expect(await judge(historyOf(calm(3), simulate))).toBeUndefined();
    expect(await judge(historyOf(calm(4), simulate))).toBeUndefined();
    expect((await judge(historyOf(calm(6), simulate)))?.reason).toBe('simulation');
  });

  test('does not simulate while the bound moves', async () => {
    const judge = stoppingJudge([spec], 'any');
    const simulate = async () => {
      throw new Error('not now');
    };
    expect(await judge(historyOf([10, 20], simulate))).toBeUndefined();
  });
});

describe('the gap', () => {
  const rule = (tolerance: number | null, relativeTolerance: number | null) =>
    stoppingJudge([{ type: 'gap', tolerance, relativeTolerance }], 'any');

  // Distances of 100 and 110: 10 $, 10 / 110 of the upper bound.
  test.each([
    ['waits for an exact upper bound', 10, null, 100, null, false],
    ['stops within its distance in $', 10, null, 100, 110, true],
    ['goes on beyond it', 9.99, null, 100, 110, false],
    ['stops within its share of the upper bound', null, 0.091, 100, 110, true],
    ['goes on beyond that', null, 0.0909, 100, 110, false],
    ['needs only one of the two', 10, 1e-9, 100, 110, true],
    ['takes an upper bound below the lower one, by rounding, for no distance', 0, null, 100, 99.9999999, true],
  ])('%s', async (_, tolerance, relative, lower, upper, stops) => {
    const history = historyOf([lower], undefined, upper);
    expect((await rule(tolerance, relative)(history))?.reason === 'gap').toBe(stops);
  });
});

// Unit goldens of the original.
test.each([
  [100, 110, 10 / 110],
  [100, 0.5, -99.5],
])('the gap of %d and %d is %d', (lower, upper, gap) => {
  expect(gapOf(lower, upper)).toBeCloseTo(gap, 10);
});
