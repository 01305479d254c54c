/** A thread that ends in the middle of its work ends the run with a fault; nobody waits for it for ever. */
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { trainPolicy } from '../../src/sddp/index.js';
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

afterEach(() => {
  workerThreads.Worker = Worker;
  syncBuiltinESMExports();
});

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

describe.each(Object.entries(ends))('a thread that %s', (_, end) => {
  test('in a pass of the training ends the training with a fault, and the next one is as if nothing had been', async () => {
    sabotage(atTheTenthTask(end));
    await expect(train(3)).rejects.toMatchObject(lost('training'));
    sabotage('');
    expect((await train(3)).policy.lowerBounds).toEqual((await train(1)).policy.lowerBounds);
  });

  test('before it could join the training ends it with a fault', async () => {
    // Two threads of the test before may still wait for work, so one of these three is new.
    sabotage(end);
    await expect(train(4)).rejects.toMatchObject(lost('training'));
  });

  test('while it simulates ends the simulation with a fault', async () => {
    const whenAsked = `const { parentPort } = await import('node:worker_threads'); let asked = 0;
      parentPort.on('message', () => { if (++asked === 3) { ${end} } });`;
    sabotage(whenAsked);
    await expect(simulate(3)).rejects.toMatchObject(lost('simulation'));
  });
});
