import { expect, test } from 'vitest';
import { loadCase, type RunEvent, train } from '../../src/index.js';
import { spreadOf } from '../../src/sddp/bounds.js';
import { temporaryCase } from '../case/write-case.js';
import { caseOf, randomCase } from '../random-case.js';

test('every iteration is told with its bounds, its gap and its times', async () => {
  const { case: study } = await loadCase(await temporaryCase());
  const events: RunEvent[] = [];
  let clock = 0;
  // A clock that ticks ten milliseconds whenever it is read, so that times are known to pass.
  await train(study, { now: () => (clock += 10), onEvent: (event) => events.push(event) });
  const iterations = events.filter((event) => event.type === 'iteration');
  expect(iterations.map((one) => one.iteration)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  for (const [n, one] of iterations.entries()) {
    expect(one.gap).toBeCloseTo((one.upperBoundMean - one.lowerBound) / Math.max(1, Math.abs(one.upperBoundMean)), 12);
    // One forward pass has no spread, and so no width.
    expect([one.upperBoundStd, one.ci95]).toEqual([0, 0]);
    expect(one.timeTotalMs).toBeGreaterThan(0);
    expect(one.elapsedMs).toBeGreaterThan(iterations[n - 1]?.elapsedMs ?? 0);
  }
  const last = iterations.at(-1);
  expect(last?.upperBoundMean).toBeCloseTo(last?.lowerBound ?? 0, 4);
});

test('several forward passes have a deviation, and an interval as wide as it says', async () => {
  // By hand: 2 and 6 lie 2 from their mean; (4 + 4) / (2 - 1) is the variance.
  expect(spreadOf(Float64Array.of(2, 6))).toEqual({ mean: 4, std: Math.sqrt(8) });
  const study = await caseOf(randomCase(9, { stages: 3, openings: 2, passes: 4, iterations: 10 }));
  const widths: number[] = [];
  await train(study, {
    onEvent(event) {
      if (event.type !== 'iteration') return;
      expect(event.forwardPasses).toBe(4);
      expect(event.ci95).toBeCloseTo((1.96 * event.upperBoundStd) / Math.sqrt(4), 9);
      widths.push(event.ci95);
    },
  });
  expect(widths).toHaveLength(10);
  // Four scenarios of eight cost the same by chance only.
  expect(Math.max(...widths)).toBeGreaterThan(0);
});
