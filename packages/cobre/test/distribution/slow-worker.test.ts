/** One that takes work and does not get on with it holds nobody up. */
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { Entry } from '../../src/distribution/coordinator/errand.js';
import { isLost } from '../../src/distribution/coordinator/lateness.js';
import { callOf, Member } from '../../src/distribution/coordinator/member.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { version } from '../../src/version.js';
import { caseOf, randomCase } from '../random-case.js';
import { fingerprint } from './fingerprint.js';
import { falseWorker, nameOf, WorkersHere } from './workers-here.js';

let server: NatsServer | undefined;
const workers = new WorkersHere();
afterEach(async () => {
  await workers.stopAll();
  await server?.stop();
  server = undefined;
});

describe.skipIf(natsIsAbsent())('a slow worker (apt-get install nats-server)', () => {
  test('whose answers never come does not hold a stage: others are given its chains', async () => {
    server = await startNats();
    let taken = 0;
    const leave = await falseWorker(
      server.url,
      ({ tasks }) => {
        taken += tasks.length;
        return new Promise(() => {});
      },
      { busy: 1 },
    );
    const able = nameOf(await workers.start({ url: server.url }));
    const study = await caseOf(randomCase(3, { stages: 3, openings: 2, passes: 4, iterations: 3 }));
    const remote = await openRemoteWorkers({ nats: { url: server.url, prefix: 'cobre' }, atLeast: 2, tell: () => {} });
    const { policy } = await trainPolicy(study, buildStochasticModel(study), { remote });
    const hosts = remote.hosts().map(({ worker }) => worker);
    await remote.close();
    await leave();
    expect(taken).toBeGreaterThan(0);
    expect(hosts).toEqual([able]);
    const alone = await trainPolicy(study, buildStochasticModel(study));
    expect(fingerprint(policy)).toEqual(fingerprint(alone.policy));
  }, 300_000);
});

test('a letter that takes long to send is not lost while parts of it are taken', () => {
  const idle = { study: null, busy: 0, lpSolves: 0, speed: 0 };
  const presence = { worker: 'w', host: 'h', process: 1, threads: 1, version, ...idle };
  const state = new Float64Array(0);
  const task = { type: 'backward', iteration: 1, receiver: 0, state, publishes: false } as const;
  const call = callOf([new Entry({ task, places: [], take: () => {}, here: () => {} })]);
  const minute = 60_000;
  const member = new Member(presence, call.began);
  member.heard(presence, call.began + minute);
  call.heardAt = call.began + minute - 1000;
  expect(isLost(member, call, call.began + minute)).toBe(false);
  call.heardAt = call.began;
  expect(isLost(member, call, call.began + minute)).toBe(true);
});
