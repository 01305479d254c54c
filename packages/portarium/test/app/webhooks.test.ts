import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { webhookPost } from '../../src/app/webhooks/webhook-post.js';
import { pinned } from '../../src/steps/outside-address.js';
import { openPlane, type PlaneOptions, testClock } from './plane.js';

interface Got {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver on this machine that keeps what it gets; `answer` decides what it says. */
async function receiver(answer: (response: ServerResponse, got: Got) => void = (response) => void response.end()) {
  const got: Got[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    const one = { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') };
    got.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A control plane that sends by itself; its clock runs with the real one but can be put forward. */
async function sending(webhookHosts: readonly string[], options: PlaneOptions = {}) {
  const clock = testClock(Date.now());
  return openPlane({ ...options, clock, runEngine: true, webhookPost: webhookPost(webhookHosts) });
}

type Sending = Awaited<ReturnType<typeof sending>>;

const hook = ({ plane, adam }: Sending, url: string, more = {}) =>
  plane.createWebhook(adam, { url, types: ['com.portarium.workspace.'], ...more });

/** Makes something happen that the webhooks of these tests are told of. */
const happen = async ({ plane, adam }: Sending) => {
  await plane.freeze(adam, 'to make an event');
  await plane.unfreeze(adam);
};

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

test('events are signed so that the library of Standard Webhooks takes them, whoever made the secret', async () => {
  const { got, host } = await receiver();
  const world = await sending([host]);
  const own = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const made = await hook(world, `http://${host}/made`);
  await hook(world, `http://${host}/own`, { secret: own });
  await happen(world);
  await soon(() => expect(got.length).toBeGreaterThanOrEqual(4));
  const secrets: Record<string, string> = { '/made': made.secret, '/own': own };
  for (const { path, headers, body } of got) {
    const told = new Webhook(secrets[path] ?? '').verify(body, headers) as { id: string; specversion: string };
    expect(told).toMatchObject({ specversion: '1.0', id: headers['webhook-id'] });
    expect(() => new Webhook(secrets[path] ?? '').verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secrets[path === '/own' ? '/made' : '/own'] ?? '').verify(body, headers)).toThrow();
  }
  // Whoever gets hold of the database alone cannot sign in our name.
  const bytes = [world.file, `${world.file}-wal`].map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : ''));
  expect(bytes.join('')).toContain(made.webhookId);
  expect(bytes.join('')).not.toContain(made.secret);
});

test.each(['short', `whsec_${'!'.repeat(40)}`, `whsec_${Buffer.alloc(23).toString('base64')}`])(
  'a secret that libraries would read as other bytes is refused: %s',
  async (secret) => {
    const world = await sending([]);
    await expect(hook(world, 'https://example.test/', { secret })).rejects.toMatchObject({ kind: 'InvalidInput' });
  },
);

test('a receiver that never answers delays nobody else', async () => {
  const slow = await receiver(() => {});
  const quick = await receiver();
  const world = await sending([slow.host, quick.host]);
  await hook(world, `http://${slow.host}/`);
  await happen(world);
  await soon(() => expect(slow.got).toHaveLength(1));
  // From here on the slow one holds its request open; the limit of ten seconds has no part in what follows.
  const begun = performance.now();
  await hook(world, `http://${quick.host}/`);
  await happen(world);
  await soon(() => expect(quick.got).toHaveLength(2));
  if (performance.now() - begun < 9000) expect(slow.got).toHaveLength(1);
});

test('what is refused for good is put aside, can be sent again under its id, and a second refusal puts it back', async () => {
  let up = false;
  const { got, host } = await receiver((response) => void response.writeHead(up ? 204 : 410).end());
  const world = await sending([host]);
  const { plane, adam, clock } = world;
  const { webhookId } = await hook(world, `http://${host}/`);
  await happen(world);
  const listed = async () => (await plane.listWebhooks(adam))[0];
  const dead = async (count: number) =>
    soon(async () => {
      clock.pass(300_000);
      // Any commit makes the sender look.
      await plane.putPrincipal(adam, { principalId: 'zoe', kind: 'user', roles: ['auditor'] });
      expect((await listed())?.deadLetters).toHaveLength(count);
    });
  await dead(2);
  const [first = 0, second = 0] = (await listed())?.deadLetters ?? [];
  const ids = [...new Set(got.map(({ headers }) => headers['webhook-id']))];
  expect(ids).toHaveLength(2);
  expect(await listed()).toMatchObject({ lastError: 'The receiver answered 410.' });

  await expect(plane.replayWebhook(adam, { webhookId, sequences: [999_999] })).rejects.toMatchObject({
    kind: 'NotFound',
  });
  await plane.replayWebhook(adam, { webhookId, sequences: [first] });
  await dead(2);
  up = true;
  got.length = 0;
  await plane.replayWebhook(adam, { webhookId, sequences: [second] });
  await soon(async () => expect(await listed()).toMatchObject({ deadLetters: [first], replaying: [] }));
  await plane.replayWebhook(adam, { webhookId });
  await soon(async () => expect(await listed()).toMatchObject({ deadLetters: [], replaying: [] }));
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([ids[1], ids[0]]);
});

test('what was put aside and has been removed since is not taken for the event after it', async () => {
  const { got, host } = await receiver((response) => void response.writeHead(410).end());
  const world = await sending([host]);
  const { plane, adam, clock, store } = world;
  const { webhookId } = await hook(world, `http://${host}/`);
  await happen(world);
  const listed = async () => (await plane.listWebhooks(adam))[0];
  await soon(async () => {
    clock.pass(300_000);
    await plane.putPrincipal(adam, { principalId: 'zoe', kind: 'user', roles: ['auditor'] });
    expect((await listed())?.deadLetters).toHaveLength(2);
  });
  const [first = 0, second = 0] = (await listed())?.deadLetters ?? [];
  await store.transact('ws-a', (tx) => tx.outbox.remove(first));
  got.length = 0;
  await plane.replayWebhook(adam, { webhookId, sequences: [first] });
  await soon(async () => expect(await listed()).toMatchObject({ deadLetters: [second], replaying: [] }));
  expect(got).toEqual([]);
});

test('a webhook that is removed while a page of events is on its way gets no more of them', async () => {
  const letGo: (() => void)[] = [];
  const { got, host } = await receiver((response) => void letGo.push(() => response.end()));
  const world = await sending([host]);
  const { webhookId } = await hook(world, `http://${host}/`);
  await happen(world);
  await happen(world);
  await soon(() => expect(got).toHaveLength(1));
  await world.plane.removeWebhook(world.adam, webhookId);
  for (const go of letGo) go();
  await world.plane.close();
  expect(got).toHaveLength(1);
});

test.each([
  'http://127.0.0.1:9/',
  'http://localhost:9/',
  'http://[::1]:9/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.20.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://0.0.0.0:9/',
  'http://[::]:9/',
  // The same addresses in other words.
  'http://2130706433:9/',
  'http://0x7f.1:9/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://100.100.100.200/',
])('a webhook to %s is refused, and would not be sent', async (url) => {
  const sent = { headers: {}, body: '', signal: AbortSignal.timeout(60_000) };
  expect(await webhookPost([]).objection(url)).toMatch(/private network/);
  await expect(webhookPost([]).send(url, sent)).rejects.toThrow(/private network/);
});

test('whatever a name says by the time of the request, the connection goes to the address that was judged', async () => {
  const { got, host } = await receiver();
  // Nothing on this machine knows the name: only an address that is given along leads anywhere.
  const url = `http://rebound.invalid:${new URL(`http://${host}`).port}/`;
  await new Promise((resolve, reject) => {
    const lookup = pinned({ address: '127.0.0.1', family: 4 });
    request(url, { method: 'POST', lookup }, resolve).on('error', reject).end();
  });
  expect(got).toMatchObject([{ headers: { host: expect.stringContaining('rebound.invalid') } }]);
});

test('link-local addresses are not reached even when somebody names them', async () => {
  const sent = { headers: {}, body: '', signal: AbortSignal.timeout(60_000) };
  await expect(webhookPost(['169.254.169.254']).send('http://169.254.169.254/', sent)).rejects.toThrow(/not among/);
});

test('a name or a password in the address, and an address on this machine, are refused when they are given, and a redirect to the inside is not followed', async () => {
  const inner = await receiver();
  const outer = await receiver((response) => void response.writeHead(307, { location: `http://${inner.host}/` }).end());
  const world = await sending([outer.host]);
  await expect(hook(world, 'https://admin:secret@example.test/')).rejects.toMatchObject({ kind: 'InvalidInput' });
  await expect(hook(world, `http://${inner.host}/`)).rejects.toMatchObject({ kind: 'InvalidInput' });
  await hook(world, `http://${outer.host}/`);
  await happen(world);
  await soon(async () =>
    expect(await world.plane.listWebhooks(world.adam)).toMatchObject([{ lastError: 'The receiver answered 307.' }]),
  );
  expect(inner.got).toEqual([]);
});
