import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCase, type RunEvent, train } from '../../src/index.js';
import { RemainingTime } from '../../src/sddp/remaining-time.js';
import { cutBytes } from '../../src/sddp/training-memory.js';
import { smallCurrentCase, writeCurrentCase } from '../case/current-case.js';
import { newRoot } from '../tools/served.js';

test.each([
  // 10, 12, 14: the next three take 16, 18 and 20.
  ['iterations that grow go on growing', [10, 12, 14], [3, 0, 0], 54],
  // A quarter in 5: 20 for the whole, 15 of it to come, and two more of 20.
  ['the first iteration tells the others by its share', [], [2, 0.25, 5], 55],
  // A quarter in the last 5 of 25: 40 for the whole, 15 of it to come, and two more of 40. A national study told 18 times too much.
  ['what came before the problems that are counted is not stretched by their share', [], [2, 0.25, 25, 20], 95],
  ['iterations that stay the same stay so', [10, 10], [1, 0.5, 5], 15],
  // Threads that join make iterations shorter; nobody knows how far that goes, so they are not taken to shrink further.
  ['iterations that got shorter are not taken to shrink', [20, 10], [2, 0, 0], 30],
  // A line through them rises by 4, which is less than twice its error, √32; on a national study such lines told four times too much.
  ['iterations that only vary are not taken to grow', [20, 40, 20, 40], [3, 0, 0], 90],
  ['two iterations tell of no growth', [10, 12], [3, 0, 0], 33],
  ['after the last iteration nothing is left', [10, 12], [0, 0, 0], 0],
] as const)('%s', (_, done, [toCome, share, spent, before], expected) => {
  const remaining = new RemainingTime();
  for (const milliseconds of done) remaining.iterated(milliseconds);
  expect(remaining.left(toCome, share, spent, before)).toBeCloseTo(expected, 9);
});

test('nothing is said before anything is known', () => {
  expect(new RemainingTime().left(3, 0, 0)).toBeNull();
});

test('the cuts of the official settings take 9.0 GB, slopes and the states they were made at, and 0.7 GB more with each thread', () => {
  // 59 stages have a future; 45 iterations of 200 passes make 9,000 cuts in each, of 1,057 slopes and 1,057 states.
  const places = new Array(59).fill({ slopes: 1057, priced: 151, perIteration: 200, before: 0 });
  const shared = 59 * 9000 * (8 * (1057 + 1057) + 29);
  expect(cutBytes({ places, stateCount: 1057, threads: 1 }, 45)).toBe(shared + 59 * 9000 * (8 * 151 + 28));
  expect(cutBytes({ places, stateCount: 1057, threads: 3 }, 45)).toBe(shared + 3 * 59 * 9000 * (8 * 151 + 28));
  const grown = { places: [{ slopes: 3, priced: 2, perIteration: 2, before: 5 }], stateCount: 4, threads: 2 };
  expect(cutBytes(grown, 10)).toBe(25 * (8 * 7 + 29 + 2 * (8 * 2 + 28)));
});

async function study(rules: readonly object[], further: object = {}) {
  const config = smallCurrentCase()['config.json'] as { training: object };
  const directory = await writeCurrentCase(join(await newRoot(), 'case'), {
    'config.json': { ...config, training: { ...config.training, ...further, stopping_rules: rules } },
  });
  return (await loadCase(directory)).case;
}

const limit = { type: 'iteration_limit', limit: 5 };

test('a training whose cuts would not fit is refused before it starts, with what to reduce', async () => {
  const small = await study([limit]);
  const events: RunEvent[] = [];
  const asked = train(small, { memoryBytes: 200, onEvent: (event) => events.push(event) });
  await expect(asked).rejects.toMatchObject({
    kind: 'IncompatibleSettings',
    context: { memory_bytes: 200 },
    suggestion: expect.stringContaining('iterations fit'),
  });
  expect(events).toEqual([]);
});

test('one that is resumed needs room only for the iterations that are left', async () => {
  const small = await study([limit]);
  const { policy } = await train(await study([{ ...limit, limit: 4 }]));
  // As much as the whole training takes: four iterations of it are cuts that are there already.
  const whole = await train(small);
  const places = whole.policy.stages.map(({ pool }) => ({
    slopes: pool.stateCount,
    priced: pool.stateCount,
    perIteration: 0,
    before: pool.count,
  }));
  const memoryBytes = cutBytes({ places, stateCount: whole.problem.space.stateCount, threads: 1 }, 0);
  const resumed = await train(small, { memoryBytes, start: { mode: 'resume', policy } });
  expect(resumed.iterations).toHaveLength(1);
  await expect(train(small, { memoryBytes: memoryBytes - 1 })).rejects.toMatchObject({ kind: 'IncompatibleSettings' });
});

test('where nobody knows how many cuts there will be, a lack of memory is told and the training begins', async () => {
  const small = await study([limit], { selection: { method: 'enumerated' } });
  const events: RunEvent[] = [];
  const { iterations } = await train(small, { memoryBytes: 200, onEvent: (event) => events.push(event) });
  expect(iterations).toHaveLength(5);
  expect(events[0]).toEqual({ type: 'memory_short', reason: expect.stringContaining('5 iterations need') });
});

test('one that other rules may end before is begun all the same', async () => {
  const small = await study([limit, { type: 'time_limit', seconds: 3600 }]);
  const { iterations } = await train(small, { memoryBytes: 200 });
  expect(iterations).toHaveLength(5);
});

test('iterations tell how long the training may still take, by a clock of ours', async () => {
  const small = await study([limit]);
  let time = 0;
  const { iterations } = await train(small, { now: () => time++ });
  // The clock is read as often in every iteration, so that each takes the same and the rest is a multiple of it.
  const { timeTotalMs } = iterations.at(-1)!;
  expect(iterations.slice(1).map(({ remainingMs }) => remainingMs)).toEqual([3, 2, 1, 0].map((k) => k * timeTotalMs));
});
