/** A thread that ends in the middle of its work ends the run with a fault; nobody waits for it for ever. */
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { trainPolicy } from '../../src/sddp/index.js';
import { prepareThreads, takeThread } from '../../src/sddp/threads/idle-threads.js';
import { simulatePolicy } from '../../src/simulation/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, randomCase } from '../random-case.js';

const options = { stages: 3, openings: 3, passes: 4, iterations: 12 };
const { Worker } = workerThreads;

/** Ways to end, each as code of the thread. */
const ends = {
  'leaves its process': 'process.exit(3);',
  'throws past everybody': "throw new Error('sabotage');",
  'runs out of memory': 'const held = []; for (;;) held.push(new Array(1000).fill({ held }));',
};

/** Every thread started from now on first runs this code, and has little memory. */
function sabotage(code: string): void {
  workerThreads.Worker = class extends Worker {
    constructor(url: string | URL, given?: WorkerOptions) {
      const text = `${code} await import(${JSON.stringify(String(url))});`;
      const resourceLimits = { maxOldGenerationSizeMb: 128 };
      super(new URL(`data:text/javascript,${encodeURIComponent(text)}`), { ...given, resourceLimits });
    }
  };
  syncBuiltinESMExports();
}

/** The threads of a training add to a shared word for every task they take and every order they have followed. */
const atTheTenthTask = (end: string) =>
  `const add = Atomics.add; let calls = 0; Atomics.add = (...given) => { if (++calls >= 10) { ${end} } return add(...given); };`;

/** Ends the threads that wait for work, however many: they would take the places of those that a test watches or sabotages. */
async function endIdleThreads(): Promise<void> {
  let noneWaited = false;
  workerThreads.Worker = class extends Worker {
    constructor(url: string | URL, given?: WorkerOptions) {
      super(url, given);
      noneWaited = true;
    }
  };
  syncBuiltinESMExports();
  const ended: Promise<number>[] = [];
  while (!noneWaited) ended.push(takeThread().terminate());
  workerThreads.Worker = Worker;
  syncBuiltinESMExports();
  await Promise.all(ended);
}

// As other files leave them behind that ran in the same process.
beforeAll(() => prepareThreads(6));
beforeEach(endIdleThreads);
afterEach(endIdleThreads);

async function train(threads: number) {
  const study = await caseOf(randomCase(3, options));
  return trainPolicy(study, buildStochasticModel(study), { threads, awaitThreads: true });
}

async function simulate(threads: number): Promise<number> {
  const study = await caseOf(randomCase(3, options));
  const stochastic = buildStochasticModel(study);
  const { policy } = await trainPolicy(study, stochastic, {});
  let seen = 0;
  for await (const _ of simulatePolicy(study, stochastic, policy, { threads, awaitThreads: true, scenarios: 40 }))
    seen++;
  return seen;
}

const lost = (work: string) => ({
  kind: 'MpiError',
  context: { work },
  suggestion: expect.stringContaining('--threads'),
});

test('a thread that ends between two iterations, before pools grow, ends the training with a fault', async () => {
  const study = await caseOf(randomCase(3, { ...options, iterations: 400 }));
  const started: InstanceType<typeof Worker>[] = [];
  workerThreads.Worker = class extends Worker {
    constructor(url: string | URL, given?: WorkerOptions) {
      super(url, given);
      started.push(this);
    }
  };
  syncBuiltinESMExports();
  // Pools begin with room for 1,024 cuts and 4 are made in each iteration: before the 257th they grow.
  const iterated = async (): Promise<void> => {
    if (++done !== 256) return;
    await started[0]!.terminate();
  };
  let done = 0;
  const training = trainPolicy(study, buildStochasticModel(study), { threads: 2, awaitThreads: true, iterated });
  await expect(training).rejects.toMatchObject(lost('training'));
  expect(done).toBe(256);
});

describe.each(sampled('ways in which a thread ends', Object.entries(ends), 2))('a thread that %s', (_, end) => {
  test('in a pass of the training ends the training with a fault, and the next one is as if nothing had been', async () => {
    sabotage(atTheTenthTask(end));
    await expect(train(3)).rejects.toMatchObject(lost('training'));
    sabotage('');
    expect((await train(3)).policy.lowerBounds).toEqual((await train(1)).policy.lowerBounds);
  });

  test('before it could join the training is not missed: the others go on without it', async () => {
    sabotage(end);
    const { policy, threads } = await train(4);
    expect(threads).toBe(1);
    expect(policy.lowerBounds).toEqual((await train(1)).policy.lowerBounds);
  });

  test('while it simulates ends the simulation with a fault', async () => {
    const whenAsked = `const { parentPort } = await import('node:worker_threads'); let asked = 0;
      parentPort.on('message', () => { if (++asked === 3) { ${end} } });`;
    sabotage(whenAsked);
    await expect(simulate(3)).rejects.toMatchObject(lost('simulation'));
  });
});
