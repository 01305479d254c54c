/** Notices in browsers, of the program as people start it, to a push service on this machine. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../app/plane.js';
import { type Pushed, pushReceiver } from '../app/push-receiver.js';
import { command, type Served, serve } from './served.js';

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 120_000, interval: 50 });

async function world(answer?: (message: Pushed) => number | undefined) {
  const receiver = await pushReceiver(answer);
  onTestFinished(() => receiver.close());
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('ca.pem'), receiver.cert);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', at('ca.pem'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const notices = { push: { contact: 'mailto:ops@gate.example' }, consoleUrl: 'https://gate.example/' };
  writeFileSync(at('servers.json'), JSON.stringify({ webhookHosts: [receiver.host], notices }));
  const db = at('p.db');
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const open = () => serve(db, key, '--servers', at('servers.json'));
  const served = await open();
  return { receiver, db, open, served, bob: await bobOf(served) };
}

/** Somebody else than who starts the runs, and so one who may decide. */
async function bobOf(served: Served) {
  const json = async (method: string, path: string, body: object) => {
    const answer = await served.ask(method, path, body);
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json() as Promise<{ secret: string }>;
  };
  await json('POST', '/users', { principalId: 'bob', kind: 'user', roles: ['approver'] });
  const { secret: key } = await json('POST', '/api-keys', { principalId: 'bob', label: 'bob' });
  return async <T>(at: Served, method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${at.url}/v1/workspaces/default${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as T;
  };
}

const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
const asking = (prompt: string) => [
  { actionId: 'ask', operation: 'approval:request', prompt },
  { actionId: 'tell', operation: 'event:emit', type: 'Done', data: { token: secret } },
];

interface Subscribed {
  readonly noticeId: string;
}
const subscriptions = '/push/subscriptions';

test('a browser is told what waits: signed by the key it was offered, encrypted for it, small, with a link and no argument', async () => {
  const { receiver, served, bob, db } = await world();
  const { publicKey } = await bob<{ publicKey: string }>(served, 'GET', '/push/key');
  await bob(served, 'POST', subscriptions, { subscription: receiver.subscribe('phone') });
  await served.start('Ask', asking(`Shall we? ${secret}\n${'Long words. '.repeat(100)}`));
  await soon(() => expect(receiver.pushed).toHaveLength(1));
  const [message] = receiver.pushed;
  expect(message).toMatchObject({
    browser: 'phone',
    key: publicKey,
    claims: { aud: receiver.origin, sub: 'mailto:ops@gate.example' },
    headers: { urgency: 'high', ttl: '86400' },
    notice: { topic: 'approval', title: expect.stringContaining('Approval: Shall we?') },
  });
  const { about, url, tag, body } = message?.notice ?? {};
  expect(about).toMatch(/^apr_/);
  expect(url).toBe(`https://gate.example/#/approvals/${about}`);
  expect(tag).toMatch(/^evt_\w+\.push-[0-9a-f]{24}$/);
  expect(body).toHaveLength(300);
  expect(JSON.stringify(message?.notice)).not.toContain(secret.slice(0, 12));
  // RFC 8030, section 7.2: every push service takes 4096 bytes.
  expect(message?.bytes).toBeLessThan(4096);
  expect(statSync(`${db}.key`).mode & 0o777).toBe(0o600);
  expect(await served.end()).toBe(0);
}, 240_000);

test('killed while the push service makes up its mind, the next process sends the same notice under the same tag, and goes on', async () => {
  let isSlow = true;
  const { receiver, served, bob, open } = await world(() => (isSlow ? undefined : 201));
  await bob(served, 'POST', subscriptions, { subscription: receiver.subscribe('phone') });
  await served.start('Ask', asking('Shall we?'));
  await soon(() => expect(receiver.pushed).toHaveLength(1));
  served.child.kill('SIGKILL');
  isSlow = false;
  const next = await open();
  await soon(() => expect(receiver.pushed).toHaveLength(2));
  await next.start('Ask again', asking('And now?'));
  await soon(() => expect(receiver.pushed).toHaveLength(3));
  const [first, second, third] = receiver.pushed;
  expect(second?.notice).toEqual(first?.notice);
  expect(second?.headers.topic).toBe(first?.headers.topic);
  expect(second?.key).toBe(first?.key);
  expect(third?.headers.topic).not.toBe(first?.headers.topic);
  expect(await next.end()).toBe(0);
}, 240_000);

test('a subscription that has expired goes by itself, one whose service is busy is tried again, and others are told', async () => {
  let busy = 1;
  const { receiver, served, bob } = await world(({ browser }) => {
    if (browser === 'gone') return 410;
    if (browser === 'lost') return 404;
    return browser === 'busy' && busy-- > 0 ? 503 : 201;
  });
  for (const browser of ['gone', 'lost', 'busy', 'phone'])
    await bob<Subscribed>(served, 'POST', subscriptions, { subscription: receiver.subscribe(browser) });
  await served.start('Ask', asking('Shall we?'));
  const told = () => receiver.pushed.map(({ browser }) => browser).sort();
  await soon(() => expect(told()).toEqual(['busy', 'busy', 'gone', 'lost', 'phone']));
  const left = async () => (await bob<{ items: Subscribed[] }>(served, 'GET', subscriptions)).items;
  await soon(async () => expect(await left()).toHaveLength(2));
  const evidence = await (await served.ask('GET', '/evidence?limit=200')).text();
  expect(evidence.match(/"NoticeRemoved"/g)).toHaveLength(2);
  const [one] = await left();
  expect((await served.ask('DELETE', `/notices/${one?.noticeId}`)).status).toBe(204);
  expect(await left()).toHaveLength(1);
  expect(await served.end()).toBe(0);
}, 240_000);
