import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskMeasure, riskParameters } from '../../src/sddp/index.js';

function riskOf(alpha: number, lambda: number, costs: number[], probabilities: number[]): number {
  const weights = new Float64Array(costs.length);
  riskMeasure({ alpha, lambda }).weigh(Float64Array.from(costs), Float64Array.from(probabilities), weights);
  return weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
}

const quarter = [0.25, 0.25, 0.25, 0.25];

describe('risk measures', () => {
  // The first three are unit goldens of the original; the last blends them by hand: 0.5·25 + 0.5·35.
  test.each([
    ['the expectation weighs by probability', 1, 0, [0.1, 0.2, 0.3, 0.4], 30],
    ['CVaR of one half is the mean of the worse half', 0.5, 1, quarter, 35],
    ['CVaR of everything is the expectation', 1, 1, quarter, 25],
    ['half of each lies between', 0.5, 0.5, quarter, 30],
    ['a level between openings takes a part of one', 0.375, 1, quarter, (40 * 0.25 + 30 * 0.125) / 0.375],
  ])('%s', (_, alpha, lambda, probabilities, expected) => {
    expect(riskOf(alpha, lambda, [10, 20, 30, 40], probabilities)).toBeCloseTo(expected, 10);
  });

  test('the original capped the weights without a floor, which is a pure CVaR of another level', () => {
    const capped = riskParameters({ type: 'cvar', alpha: 0.25, lambda: 0.5 }, true);
    // Cap 0.5·0.25 + 0.5·0.25/0.25 = 0.625 on the costliest, the rest 0.375 on the next.
    expect(riskOf(capped.alpha, capped.lambda, [10, 20, 30, 40], quarter)).toBeCloseTo(0.625 * 40 + 0.375 * 30, 10);
    const floored = riskParameters({ type: 'cvar', alpha: 0.25, lambda: 0.5 }, false);
    expect(riskOf(floored.alpha, floored.lambda, [10, 20, 30, 40], quarter)).toBeCloseTo(0.5 * 25 + 0.5 * 40, 10);
  });

  test('weights are a distribution, and risk lies between the mean and the worst', () => {
    const costs = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 12 });
    const share = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(costs, share, share, (values, alpha, lambda) => {
        const p = values.map(() => 1 / values.length);
        const risk = riskOf(alpha, lambda, values, p);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const slack = 1e-6 * (1 + Math.max(...values.map(Math.abs)));
        return risk >= mean - slack && risk <= Math.max(...values) + slack;
      }),
    );
  });
});
