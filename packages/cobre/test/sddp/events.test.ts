import { expect, test } from 'vitest';
import { loadCase, type RunEvent, train } from '../../src/index.js';
import { temporaryCase } from '../case/write-case.js';

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
