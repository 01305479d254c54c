/** The same numbers to the last bit, however the work is divided, ordered or interrupted. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import type { Case } from '../../src/case/model.js';
import { OutputFolder, readPolicy, writePolicy } from '../../src/results/index.js';
import { type Policy, type RunEvent, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf, randomCase } from '../random-case.js';
import { endless } from './endless-case.js';
import { waitingCases } from './waiting-cases.js';

const seeds = sampled('random cases that are trained twice', [3, 20], 2);
const options = { stages: 3, openings: 3, passes: 4, iterations: 12 };

function train(study: Case, extra: Parameters<typeof trainPolicy>[2] = {}) {
  return trainPolicy(study, buildStochasticModel(study), extra);
}

function fingerprint({ lowerBounds, stages }: Policy) {
  return {
    lowerBounds,
    cuts: stages.map(({ pool }) => ({
      intercept: Array.from(pool.intercept.subarray(0, pool.count)),
      active: Array.from(pool.active.subarray(0, pool.count)),
      slope: Array.from({ length: pool.count }, (_, slot) =>
        Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s)),
      ),
    })),
  };
}

function withLimit(contents: CaseContents, limit: number): CaseContents {
  const config = structuredClone(contents['config.json']) as { training: { stopping_rules: object[] } };
  config.training.stopping_rules = [{ type: 'iteration_limit', limit }];
  return { ...contents, 'config.json': config };
}

describe.each([
  ...seeds.map((seed) => [`a random case with seed ${seed}`, randomCase(seed, options)] as const),
  ...waitingCases.filter(([, , together]) => together).map(([what, files]) => [what, files] as const),
])('%s', (_, contents) => {
  test.each(sampled('numbers of threads that train the same', [3, 2], 2))(
    'is trained by %i threads as by one',
    async (threads) => {
      const study = await caseOf(contents);
      const [one, many] = [await train(study), await train(study, { threads, awaitThreads: true })];
      expect(fingerprint(many.policy)).toEqual(fingerprint(one.policy));
    },
  );

  test('gives the same when its files list everything in another order', async () => {
    const shuffled = structuredClone(contents);
    for (const [path, key] of [
      ['system/hydros.json', 'hydros'],
      ['system/thermals.json', 'thermals'],
      ['system/buses.json', 'buses'],
    ] as const) {
      (shuffled[path] as Record<string, unknown[]>)[key]!.reverse();
    }
    for (const path of ['scenarios/inflow_seasonal_stats.parquet', 'scenarios/load_seasonal_stats.parquet']) {
      (shuffled[path] as unknown[]).reverse();
    }
    const [one, other] = [await train(await caseOf(contents)), await train(await caseOf(shuffled))];
    expect(fingerprint(other.policy)).toEqual(fingerprint(one.policy));
  });

  test('goes on after a stop as if it had not stopped', async () => {
    const whole = await train(await caseOf(contents));
    const half = await train(await caseOf(withLimit(contents, 5)));
    const parent = await mkdtemp(join(tmpdir(), 'cobre-policy-'));
    const details = { version: 'test', createdAt: '', maxIterations: 5, seed: 1, states: true, stageIds: [0, 1, 2] };
    const place = { folder: await OutputFolder.open(parent), name: 'policy' };
    await writePolicy(place, half.policy, { ...details, history: half.iterations });
    await place.folder.close();
    const start = { mode: 'resume', policy: await readPolicy(join(parent, 'policy')) } as const;
    const resumed = await train(await caseOf(contents), { start });
    expect(resumed.iterations[0]?.iteration).toBe(6);
    expect(fingerprint(resumed.policy)).toEqual(fingerprint(whole.policy));
  });
});

test.each([
  ['simplex', 4],
  ['highs', 1],
] as const)(
  'threads that solve a stage with %s while it is given cuts see those from before only',
  async (solver, iterations) => {
    const contents = endless(randomCase(3, { ...options, passes: 8, iterations }));
    const study = await caseOf(contents);
    const alone = await train(study, { solver });
    const together = await train(study, { solver, threads: 3, awaitThreads: true });
    expect(fingerprint(together.policy)).toEqual(fingerprint(alone.policy));
  },
);

test('a training tells how many threads solved something, at most one for each forward pass', async () => {
  const contents = randomCase(3, { ...options, passes: 2 });
  const most = (await caseOf(contents)).settings.training.forwardPasses;
  const trainedBy = async (iterations: number, threads: number) =>
    train(await caseOf(withLimit(contents, iterations)), { threads, awaitThreads: true });
  expect((await trainedBy(5, 1)).threads).toBe(1);
  // A pass may be over before the last thread wakes up; sooner or later it gets a task.
  for (let iterations = 20, worked = 0; worked < most; iterations *= 2) {
    worked = (await trainedBy(iterations, most + 1)).threads;
    expect(worked).toBeLessThanOrEqual(most);
  }
});

test('a thread that joins on the way changes nothing', async () => {
  const contents = randomCase(3, options);
  const [study, stop] = [await caseOf(withLimit(contents, 20_000)), new AbortController()];
  let joined = 0;
  const onEvent = (event: RunEvent) => {
    if (event.type === 'thread_joined' && event.atWork === 4) joined = event.iteration;
    if (event.type === 'iteration' && joined > 0 && event.iteration >= joined + 5) stop.abort();
  };
  // Threads of the trainings before may still wait for work; there are at most two, so one of these is new.
  const late = await train(study, { threads: 4, onEvent, signal: stop.signal });
  expect(joined).toBeGreaterThan(1);
  const alone = await train(await caseOf(withLimit(contents, late.policy.completedIterations)));
  expect(fingerprint(late.policy)).toEqual(fingerprint(alone.policy));
});

test('selection forgets and resumes the same way too', async () => {
  const selection = { cut_selection: { enabled: true, method: 'lml1', memory_window: 2, check_frequency: 2 } };
  const contents = randomCase(5, { ...options, training: selection });
  const whole = await train(await caseOf(contents));
  expect(whole.iterations.reduce((sum, { cutsRemoved }) => sum + cutsRemoved, 0)).toBeGreaterThan(0);
  const half = await train(await caseOf(withLimit(contents, 7)));
  const resumed = await train(await caseOf(contents), { start: { mode: 'resume', policy: half.policy } });
  expect(fingerprint(resumed.policy)).toEqual(fingerprint(whole.policy));
});

test('HiGHS alone keeps the promise as well', async () => {
  const contents = randomCase(7, options);
  const study = await caseOf(contents);
  const whole = await train(study, { solver: 'highs' });
  const shared = await train(study, { solver: 'highs', threads: 2, awaitThreads: true });
  expect(fingerprint(shared.policy)).toEqual(fingerprint(whole.policy));
  const half = await train(await caseOf(withLimit(contents, 5)), { solver: 'highs' });
  const resumed = await train(study, { solver: 'highs', start: { mode: 'resume', policy: half.policy } });
  expect(fingerprint(resumed.policy)).toEqual(fingerprint(whole.policy));
});
