/**
 * Workers and servers are killed, stopped and cut off in the middle of a training, and not a bit of it changes. Real processes and
 * a real server; the moments are random, from a fixed seed. `COBRE_WORKER_KILLS=50` has as many of them and longer absences.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { type RunEvent, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, dice, randomCase } from '../random-case.js';
import { disturbances, makeNamespace, type Namespace, type Scene } from './disturbances.js';
import { fingerprint } from './fingerprint.js';
import { startCobre, startWorkerAt, type WorkerProcess } from './worker-process.js';

const moments = Number(process.env.COBRE_WORKER_KILLS ?? 5);
/** A minute on request; otherwise longer than a worker may be silent. */
const awayMs = process.env.COBRE_WORKER_KILLS === undefined ? 4000 : 60_000;
const study = () => caseOf(randomCase(3, { stages: 3, openings: 3, passes: 5, iterations: 6 + 4 * moments }));
const seed = 19;

let server: NatsServer | undefined;
let workers: WorkerProcess[] = [];
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await server?.stop();
  workers = [];
  server = undefined;
});

/** Trains with workers elsewhere; `disturb` is begun after some iterations and its end is awaited some iterations later. */
async function trainDisturbed(url: string, atLeast: number, disturb: (moment: number) => Promise<void>) {
  const given = await study();
  const events: RunEvent[] = [];
  const remote = await openRemoteWorkers({
    nats: { url, prefix: 'cobre' },
    atLeast,
    tell: (event) => events.push(event),
  });
  let iteration = 0;
  let underWay: Promise<void> = Promise.resolve();
  try {
    const trained = await trainPolicy(given, buildStochasticModel(given), {
      remote,
      iterated: async () => {
        iteration++;
        const moment = Math.floor((iteration - 3) / 4);
        if (moment >= moments || iteration < 3) return;
        // Begun here, it happens while the next iterations are on their way.
        if (iteration % 4 === 3) underWay = disturb(moment);
        if (iteration % 4 === 2) await underWay;
      },
    });
    await underWay;
    // Whoever missed something is told it again, and nobody is left out for it.
    expect(events.filter(({ type }) => type === 'worker_refused')).toEqual([]);
    return { trained, hosts: remote.hosts() };
  } finally {
    await remote.close();
  }
}

async function expected() {
  const given = await study();
  return fingerprint((await trainPolicy(given, buildStochasticModel(given))).policy);
}

describe.skipIf(natsIsAbsent())('a training by workers (apt-get install nats-server)', () => {
  test(`gives the same after ${moments} random moments at which somebody is killed, stopped or restarted`, async () => {
    server = await startNats();
    workers = await Promise.all([startWorkerAt(server.url), startWorkerAt(server.url)]);
    const scene: Scene = { server, workers, awayMs };
    const random = dice(seed);
    const kinds = Object.values(disturbances);
    const { trained, hosts } = await trainDisturbed(server.url, 2, async (moment) => {
      await new Promise((resolve) => setTimeout(resolve, random.whole(0, 60)));
      // Each kind in turn, so that five moments have them all.
      await kinds[moment % kinds.length]!(scene, random.whole(0, 1));
    });
    expect(fingerprint(trained.policy)).toEqual(await expected());
    expect(hosts.length).toBeGreaterThanOrEqual(2);
  }, 1_800_000);

  test('goes on alone when all workers are gone for good', async () => {
    server = await startNats();
    workers = [await startWorkerAt(server.url)];
    const { trained } = await trainDisturbed(server.url, 1, async (moment) => {
      if (moment === 0) await workers[0]!.kill('SIGKILL');
    });
    expect(fingerprint(trained.policy)).toEqual(await expected());
  }, 600_000);
});

const namespace: Namespace | null = natsIsAbsent() ? null : makeNamespace();
describe.skipIf(namespace === null)('a worker in a network namespace (needs ip netns, as root)', () => {
  test('that is cut off and comes back changes nothing', async () => {
    const { name, address, cut, mend, remove } = namespace!;
    try {
      server = await startNats([], address);
      const inside = startCobre(['worker', '--nats', server.url, '--threads', '1'], ['ip', 'netns', 'exec', name]);
      workers = [inside];
      await inside.says('waits for work');
      workers.push(await startWorkerAt(server.url));
      const { trained } = await trainDisturbed(server.url, 2, async (moment) => {
        if (moment > 0) return;
        cut();
        await new Promise((resolve) => setTimeout(resolve, awayMs));
        mend();
      });
      expect(fingerprint(trained.policy)).toEqual(await expected());
    } finally {
      remove();
    }
  }, 900_000);
});
