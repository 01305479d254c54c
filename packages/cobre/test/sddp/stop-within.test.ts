/**
 * Whoever stops a training amid an iteration gets what the iterations before it gave, to the last bit, and can go on from there
 * as if nobody had stopped it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { openRemoteWorkers, type RemoteWorkers } from '../../src/distribution/index.js';
import { type Policy, type RunEvent, type TrainOptions, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { fingerprint } from '../distribution/fingerprint.js';
import { WorkersHere } from '../distribution/workers-here.js';
import { caseOf, randomCase } from '../random-case.js';

/** An iteration is longer than a thread computes without looking up. */
const size = { stages: 4, openings: 8, passes: 150 };
const last = 4;

/** Selection remembers which cuts decided solutions, which an iteration that is dropped must not have changed. */
const selection = { enabled: true, method: 'lml1', memory_window: 1, check_frequency: 2 };
const study = (iterations: number) =>
  caseOf(randomCase(5, { ...size, iterations, training: { cut_selection: selection, cut_formulation: 'single' } }));

/** How much room a basis has for more cuts depends on how many iterations were asked for. */
function bitsOf(policy: Policy) {
  const { snapshots: _, ...bits } = fingerprint(policy);
  return { ...bits, bases: policy.bases };
}

async function train(iterations: number, options: TrainOptions = {}) {
  const given = await study(iterations);
  return trainPolicy(given, buildStochasticModel(given), options);
}

/** Asked to stop soon after an iteration, when the next one is under way; tells which iterations came after that. */
async function stopped(after: number, options: TrainOptions) {
  const stop = new AbortController();
  const late: number[] = [];
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'iteration') return;
    if (stop.signal.aborted) late.push(event.iteration);
    // The event loop has its first turn amid the passes of the next iteration, and never between its passes and its end.
    if (event.iteration === after) setTimeout(() => stop.abort(), 5);
  };
  const { policy, reason, iterations } = await train(1000, { ...options, atOnce: stop.signal, onEvent });
  expect(reason).toBe('shutdown');
  expect(iterations.length).toBe(policy.completedIterations);
  return { policy, late };
}

test.each([
  ['one thread', {}],
  ['three threads', { threads: 3, awaitThreads: true }],
] as const)(
  '%s: the iteration under way is dropped, those before it are kept, and it goes on with the same bits',
  async (_, options) => {
    const { policy, late } = await stopped(2, options);
    expect(late).toEqual([]);
    const until = policy.completedIterations;
    expect(bitsOf(policy)).toEqual(bitsOf((await train(until, options)).policy));
    const resumed = await train(until + 1, { ...options, start: { mode: 'resume', policy } });
    expect(bitsOf(resumed.policy)).toEqual(bitsOf((await train(until + 1, options)).policy));
  },
  120_000,
);

test('a training that is stopped in its first iteration begins nothing and writes nothing', async () => {
  const stop = new AbortController();
  const told: string[] = [];
  const tell = (what: string) => async () => void told.push(what);
  setTimeout(() => stop.abort(), 5);
  const options = { begin: tell('begin'), checkpoint: tell('checkpoint'), iterated: tell('iterated') };
  // Hundreds of thousands of problems: no machine is through with them before it is asked to stop.
  const given = await caseOf(randomCase(5, { stages: 4, openings: 3, passes: 100_000 }));
  const stochastic = buildStochasticModel(given);
  const { policy, reason } = await trainPolicy(given, stochastic, { ...options, atOnce: stop.signal });
  expect({ told, reason, iterations: policy.completedIterations }).toEqual({
    told: [],
    reason: 'shutdown',
    iterations: 0,
  });
  expect(policy.stages.every(({ pool }) => pool.count === 0)).toBe(true);
});

test('a simulation that a stopping rule asks for is left at once, and its iteration stays', async () => {
  const rule = {
    type: 'simulation',
    replications: 1_000_000_000,
    period: 1,
    bound_window: 1,
    distance_tol: 1,
    bound_tol: 1,
  };
  const rules = { stopping_rules: [rule, { type: 'iteration_limit', limit: last }] };
  const given = await caseOf(randomCase(5, { stages: 4, openings: 3, passes: 2, training: rules }));
  const stop = new AbortController();
  const onEvent = ({ type }: RunEvent) => void (type === 'iteration' && setTimeout(() => stop.abort(), 5));
  const { policy, reason } = await trainPolicy(given, buildStochasticModel(given), { atOnce: stop.signal, onEvent });
  expect({ reason, iterations: policy.completedIterations }).toEqual({ reason: 'shutdown', iterations: 1 });
});

describe.skipIf(natsIsAbsent())('with workers of a NATS server (apt-get install nats-server)', () => {
  let server: NatsServer;
  const workers = new WorkersHere();
  beforeAll(async () => {
    server = await startNats();
  }, 120_000);
  afterAll(async () => {
    await workers.stopAll();
    await server.stop();
  });

  async function stoppedWith(atLeast: number) {
    let remote: RemoteWorkers | undefined;
    try {
      remote = await openRemoteWorkers({ nats: { url: server.url, prefix: 'cobre' }, atLeast, tell: () => {} });
      const stop = new AbortController();
      const { policy, reason } = await train(1000, {
        remote,
        atOnce: stop.signal,
        onEvent: ({ type }) => {
          if (type === 'iteration') setTimeout(() => stop.abort(), 5);
        },
      });
      expect(reason).toBe('shutdown');
      return policy;
    } finally {
      await remote?.close();
    }
  }

  test.each([
    ['nobody is there and the coordinator does it all', 0],
    ['workers are amid it', 2],
  ])(
    '%s: the same',
    async (_, count) => {
      for (let k = 0; k < count; k++) await workers.start({ url: server.url });
      const policy = await stoppedWith(count);
      expect(policy.completedIterations).toBeGreaterThan(0);
      expect(bitsOf(policy)).toEqual(bitsOf((await train(policy.completedIterations)).policy));
      const resumed = await train(policy.completedIterations + 1, { start: { mode: 'resume', policy } });
      expect(bitsOf(resumed.policy)).toEqual(bitsOf((await train(policy.completedIterations + 1)).policy));
    },
    120_000,
  );
});
