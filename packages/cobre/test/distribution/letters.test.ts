/** What travels is cut to a size that everybody takes, arrives in order and once. A real server, workers in this process. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { connectNats } from '../../src/distribution/wire/connect.js';
import { requireStudySize } from '../../src/distribution/wire/limits.js';
import { Link } from '../../src/distribution/wire/link.js';
import { type RunEvent, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, randomCase } from '../random-case.js';
import { fingerprint } from './fingerprint.js';
import { WorkersHere } from './workers-here.js';

let server: NatsServer | undefined;
const workers = new WorkersHere();
afterEach(async () => {
  await workers.stopAll();
  await server?.stop();
  server = undefined;
});

const study = () => caseOf(randomCase(3, { stages: 3, openings: 3, passes: 8, iterations: 6 }));

async function trained(url: string, letterBytes?: number, iterated = async (_: number, __: RunEvent[]) => {}) {
  const given = await study();
  const told: RunEvent[] = [];
  const options = { nats: { url, prefix: 'cobre' }, tell: (event: RunEvent) => told.push(event) };
  const remote = await openRemoteWorkers({
    ...options,
    atLeast: 1,
    ...(letterBytes === undefined ? {} : { letterBytes }),
  });
  let iteration = 0;
  try {
    const { policy } = await trainPolicy(given, buildStochasticModel(given), {
      remote,
      iterated: () => iterated(++iteration, told),
    });
    return { policy, told, traffic: remote.traffic, hosts: remote.hosts() };
  } finally {
    await remote.close();
  }
}

async function alone() {
  const given = await study();
  return fingerprint((await trainPolicy(given, buildStochasticModel(given))).policy);
}

async function configured(settings: string): Promise<string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'cobre-nats-')), 'nats.conf');
  await writeFile(file, settings);
  return ['-c', file];
}

describe.skipIf(natsIsAbsent())('letters (apt-get install nats-server)', () => {
  test('cuts that are more than a letter holds go in several, also to one that joins late', async () => {
    server = await startNats();
    const { url } = server;
    await workers.start({ url });
    const whole = await trained(url);
    const inPieces = await trained(url, 300, async (iteration, told) => {
      if (iteration !== 4) return;
      await workers.start({ url });
      while (told.filter(({ type }) => type === 'worker_joined').length < 2) await sleep(20);
    });
    expect(fingerprint(inPieces.policy)).toEqual(await alone());
    expect(inPieces.hosts).toHaveLength(2);
    expect(inPieces.told.filter(({ type }) => type === 'worker_refused')).toEqual([]);
    expect(inPieces.traffic.messages).toBeGreaterThan(whole.traffic.messages);
  }, 300_000);

  test('a server that lets only small messages through is sent the same, and nothing of it twice', async () => {
    server = await startNats();
    await workers.start({ url: server.url });
    const large = await trained(server.url);
    await workers.stopAll();
    await server.stop();
    server = await startNats(await configured('max_payload: 2048'));
    await workers.start({ url: server.url });
    const small = await trained(server.url);
    expect(small.told.filter(({ type }) => type === 'worker_refused')).toEqual([]);
    expect(fingerprint(small.policy)).toEqual(fingerprint(large.policy));
    expect(small.traffic.messages).toBeGreaterThan(large.traffic.messages);
    // Each message begins with 24 bytes of its own. A letter that overtook another would lack something and ask for it again.
    const bytes = ({ traffic }: typeof small) => traffic.bytes - 24 * traffic.messages;
    expect(bytes(small)).toBeLessThan(1.05 * bytes(large));
  }, 300_000);

  test('an answer that is too large is told by its size and not waited for', async () => {
    server = await startNats();
    const connection = await connectNats({ url: server.url, prefix: 'cobre' }, 'test', false);
    new Link(connection, 1 << 24).serve('echo', async () => new Uint8Array(5 << 20));
    const asking = new Link(connection, 1 << 21).call('echo', new Uint8Array(1));
    await expect(asking).rejects.toMatchObject({ kind: 'LimitExceeded', context: { most: 1 << 21 } });
    await connection.close();
  }, 60_000);
});

test('a study that no worker would take is told before a run begins', () => {
  expect(() => requireStudySize(2 ** 30 + 1)).toThrow(/1073741825 bytes; workers take 1073741824/);
  expect(() => requireStudySize(2 ** 30)).not.toThrow();
});
