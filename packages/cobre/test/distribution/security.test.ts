/** Who is let in and what they may do, with the operator's file of deploy/ and a real server. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { openRemoteWorkers } from '../../src/distribution/index.js';
import { connectNats } from '../../src/distribution/wire/connect.js';
import { encode } from '../../src/distribution/wire/encode.js';
import { Link } from '../../src/distribution/wire/link.js';
import { read, welcome } from '../../src/distribution/wire/messages.js';
import { type RunEvent, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, randomCase } from '../random-case.js';
import { fingerprint } from './fingerprint.js';
import { claimsOf, credentialsOf } from './signed-claims.js';
import { falseWorker, nameOf, type ServerAt, WorkersHere } from './workers-here.js';

let server: NatsServer | undefined;
const workers = new WorkersHere();
afterEach(async () => {
  await workers.stopAll();
  await server?.stop();
  server = undefined;
});

async function trainAt(nats: ServerAt) {
  const study = await caseOf(randomCase(3, { stages: 3, openings: 2, passes: 2, iterations: 2 }));
  const remote = await openRemoteWorkers({ nats: { prefix: 'cobre', ...nats }, atLeast: 1, tell: () => {} });
  try {
    await trainPolicy(study, buildStochasticModel(study), { remote });
    return remote.hosts();
  } finally {
    await remote.close();
  }
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cobre-nats-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe.skipIf(natsIsAbsent())('a guarded server (apt-get install nats-server)', () => {
  test('the file for operators lets runs and workers do their part and workers no more', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../../deploy/nats-cobre.conf'), 'utf8');
    const plain = text
      .replace('$COBRE_RUN_PASSWORD', '"of-runs"')
      .replace('$COBRE_WORKER_PASSWORD', '"of-workers"')
      .replace(/^port:.*$/m, '')
      .replace(/store_dir: "[^"]*", /, '');
    const conf = join(await folderWith({ 'nats.conf': plain }), 'nats.conf');
    server = await startNats(['-c', conf]);
    const at = (who: string) => server!.url.replace('://', `://${who}@`);
    await expect(trainAt({ url: at('run:guess') })).rejects.toMatchObject({ kind: 'MpiError' });
    await expect(trainAt({ url: server.url })).rejects.toMatchObject({ kind: 'MpiError' });
    await workers.start({ url: at('worker:of-workers') });
    const [host] = await trainAt({ url: at('run:of-runs') });
    expect(host?.lp_solves).toBeGreaterThan(0);
    // A worker that was taken over invites nobody and gives nobody work.
    const connection = await connectNats({ url: at('worker:of-workers'), prefix: 'cobre' }, 'test', false);
    const denied: string[] = [];
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') denied.push(String((status as { error: Error }).error.message));
    })();
    for (const subject of ['cobre.worker.any', 'cobre.study.0123456789abcdef.any', '$O.cobre-studies.C.x'])
      connection.publish(subject, new Uint8Array(1));
    await connection.flush();
    while (denied.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    await connection.close();
    expect(denied.every((message) => /permissions violation/i.test(message))).toBe(true);
  }, 300_000);

  test('a token and the seed of an NKey let in those who have them', async () => {
    const conf = join(await folderWith({ 'nats.conf': 'authorization { token: "open-sesame" }' }), 'nats.conf');
    server = await startNats(['-c', conf]);
    const url = server.url.replace('://', '://open-sesame@');
    await workers.start({ url });
    expect((await trainAt({ url })).length).toBe(1);
    await workers.stopAll();
    await server.stop();
    const { nkeys } = await import('@nats-io/nats-core');
    const pair = nkeys.createUser();
    const users = `authorization { users: [ { nkey: ${pair.getPublicKey()} } ] }`;
    const folder = await folderWith({ 'nats.conf': users, 'user.nk': new TextDecoder().decode(pair.getSeed()) });
    server = await startNats(['-c', join(folder, 'nats.conf')]);
    const nkey = { url: server.url, credentials: join(folder, 'user.nk') };
    await workers.start(nkey);
    expect((await trainAt(nkey)).length).toBe(1);
  }, 300_000);

  test('credentials with a JWT that the operator signed let in whoever has them', async () => {
    const { operator, account, preloaded, systemAccount, user } = await claimsOf();
    const settings = [
      `operator: ${operator}`,
      'resolver: MEMORY',
      `resolver_preload: { ${preloaded.map(([key, jwt]) => `${key}: ${jwt}`).join(', ')} }`,
      `system_account: ${systemAccount}`,
    ].join('\n');
    const files = { 'nats.conf': settings, 'user.creds': user, 'stranger.creds': await credentialsOf(account) };
    const folder = await folderWith(files);
    server = await startNats(['-c', join(folder, 'nats.conf')]);
    const known = { url: server.url, credentials: join(folder, 'user.creds') };
    await workers.start(known);
    expect((await trainAt(known)).length).toBe(1);
    // Signed by nobody whom the account knows.
    const stranger = { url: server.url, credentials: join(folder, 'stranger.creds') };
    await expect(trainAt(stranger)).rejects.toMatchObject({ kind: 'MpiError' });
  }, 300_000);

  test('over TLS a server counts only with a certificate of the named authority', async () => {
    const folder = await folderWith({});
    const at = (name: string) => join(folder, name);
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    execFileSync('openssl', [...make, '-keyout', at('key.pem'), '-out', at('cert.pem'), ...subject], {
      stdio: 'ignore',
    });
    await writeFile(at('nats.conf'), `tls { cert_file: "${at('cert.pem')}", key_file: "${at('key.pem')}" }`);
    server = await startNats(['-c', at('nats.conf')]);
    const url = server.url.replace('nats://', 'tls://');
    await expect(trainAt({ url })).rejects.toMatchObject({ kind: 'MpiError' });
    await workers.start({ url, authority: at('cert.pem') });
    expect((await trainAt({ url, authority: at('cert.pem') })).length).toBe(1);
  }, 300_000);

  test('a worker declines runs of another version or solver, studies that are not what they say, and frames that do not fit', async () => {
    server = await startNats();
    const worker = nameOf(await workers.start({ url: server.url }));
    const connection = await connectNats({ url: server.url, prefix: 'cobre' }, 'test', false);
    const link = new Link(connection, 1 << 20);
    const { version } = await import('../../src/version.js');
    const asked = {
      type: 'invitation',
      session: 's',
      study: 'a'.repeat(64),
      bytes: 10,
      version,
      solver: 'simplex',
      notes: false,
    };
    const answers = async (change: object) =>
      read(welcome, await link.call(`cobre.worker.${worker}`, encode({ ...asked, ...change })));
    expect(await answers({ version: '9.9.9' })).toMatchObject({
      type: 'refused',
      reason: expect.stringContaining('9.9.9'),
    });
    expect(await answers({ solver: 'magic' })).toMatchObject({
      type: 'refused',
      reason: expect.stringContaining('magic'),
    });
    expect(await answers({ bytes: 2 ** 40 })).toMatchObject({ type: 'refused' });
    expect(await answers({})).toMatchObject({ type: 'refused', reason: expect.stringContaining('object store') });
    const large = new Uint8Array((1 << 20) + 1);
    await expect(link.call(`cobre.worker.${worker}`, large)).rejects.toMatchObject({ kind: 'LimitExceeded' });
    // Junk is not answered, and the worker lives on.
    connection.publish(`cobre.worker.${worker}`, new TextEncoder().encode('{"code":"process.exit()"}'));
    expect((await trainAt({ url: server.url })).length).toBe(1);
    await connection.close();
  }, 300_000);

  test('a run gives up on a worker whose answers do not fit, and finds what it finds alone', async () => {
    server = await startNats();
    const leave = await falseWorker(server.url, async ({ tasks }) => {
      const answers = tasks.map((task) => {
        if (task.type !== 'forward') return task;
        const states = new Float64Array(task.places.length * task.state.length);
        // As many states as there should be, and no costs.
        return { type: 'forward', states, costs: new Float64Array(0), bindings: new Int32Array(0), statistics: {} };
      });
      return { type: 'done', answers, seconds: 1 };
    });
    const study = await caseOf(randomCase(3, { stages: 3, openings: 2, passes: 2, iterations: 2 }));
    const events: RunEvent[] = [];
    const nats = { url: server.url, prefix: 'cobre' };
    const remote = await openRemoteWorkers({ nats, atLeast: 1, tell: (event) => events.push(event) });
    const { policy } = await trainPolicy(study, buildStochasticModel(study), { remote });
    await remote.close();
    await leave();
    const alone = await trainPolicy(study, buildStochasticModel(study));
    expect(fingerprint(policy)).toEqual(fingerprint(alone.policy));
    expect(events).toContainEqual(expect.objectContaining({ type: 'worker_refused', worker: 'false' }));
  }, 300_000);
});
