/** Push services at their worst, two processes on one database, and another key: of the program as people start it. */
import '../store/pg-for-vitest.js';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../app/plane.js';
import { type Pushed, pushReceiver } from '../app/push-receiver.js';
import { onPostgres } from '../store/on-postgres.js';
import { command, type Served, serve } from './served.js';

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 120_000, interval: 50 });
const ask = (prompt: string) => [{ actionId: 'ask', operation: 'approval:request', prompt }];

async function house(db: string, answer: (message: Pushed) => number | undefined) {
  const receiver = await pushReceiver(answer);
  onTestFinished(() => receiver.close());
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('ca.pem'), receiver.cert);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', at('ca.pem'));
  vi.stubEnv('PORTARIUM_KEY_FILE', at('first.key'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const notices = { push: { contact: 'mailto:ops@gate.example' }, consoleUrl: 'https://gate.example/' };
  writeFileSync(at('servers.json'), JSON.stringify({ webhookHosts: [receiver.host], notices }));
  const { key } = await command<{ key: string }>('--db', db, 'init');
  return { receiver, at, open: () => serve(db, key, '--servers', at('servers.json')) };
}

/** People who may decide, each with a key of their own. */
async function peopleOf(served: Served, names: readonly string[]) {
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is looked at as it comes.
  const json = async (path: string, body: object): Promise<any> => (await served.ask('POST', path, body)).json();
  const keys = new Map<string, string>();
  for (const principalId of names) {
    await json('/users', { principalId, kind: 'user', roles: ['approver'] });
    keys.set(principalId, (await json('/api-keys', { principalId, label: principalId })).secret);
  }
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return async (at: Served, name: string, method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${at.url}/v1/workspaces/default${path}`, {
      method,
      headers: { authorization: `Bearer ${keys.get(name)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json();
  };
}

const subscriptions = '/push/subscriptions';

test('a push service that is busy, fails or leads elsewhere keeps nobody else waiting, and where it leads nobody goes', async () => {
  let inside = 0;
  const secret = createServer((_, response) => {
    inside += 1;
    response.end();
  });
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void secret.close());
  const statuses: Record<string, number | undefined> = { busy: 429, broken: 500, elsewhere: 307, silent: undefined };
  const { receiver, open } = await house(join(temporaryFolder(), 'p.db'), ({ browser }) =>
    browser in statuses ? statuses[browser] : 201,
  );
  const headers = { location: `http://127.0.0.1:${(secret.address() as AddressInfo).port}/inside` };
  receiver.headers.elsewhere = headers;
  const served = await open();
  const by = await peopleOf(served, ['bob']);
  for (const browser of [...Object.keys(statuses), 'phone'])
    await by(served, 'bob', 'POST', subscriptions, { subscription: receiver.subscribe(browser) });
  await served.start('Ask', ask(`\u202e${'<img src=x onerror=alert(1)>'.repeat(60)}`));
  await soon(() => expect(new Set(receiver.pushed.map(({ browser }) => browser)).size).toBe(5));
  const phone = receiver.pushed.find(({ browser }) => browser === 'phone');
  expect(phone?.notice.body).toHaveLength(300);
  expect(phone?.notice.body).toMatch(/^\\u202e<img src=x/);
  expect(phone?.bytes).toBeLessThan(4096);
  const problems = async () => {
    const { items } = await by(served, 'bob', 'GET', subscriptions);
    return (items as { lastError?: string }[])
      .map(({ lastError }) => lastError)
      .filter((said) => said?.includes('answered'));
  };
  await soon(async () =>
    expect((await problems()).sort()).toEqual([307, 429, 500].map((status) => `The push service answered ${status}.`)),
  );
  expect(inside).toBe(0);
  expect(await served.end()).toBe(0);
}, 240_000);

test('with another key file nobody is told by mistake: the browsers of before are named, and told once they subscribe again', async () => {
  const { receiver, at, open } = await house(join(temporaryFolder(), 'p.db'), () => 201);
  const first = await open();
  const by = await peopleOf(first, ['bob']);
  const target = receiver.subscribe('phone');
  await by(first, 'bob', 'POST', subscriptions, { subscription: target });
  const { publicKey: before } = await by(first, 'bob', 'GET', '/push/key');
  expect(await first.end()).toBe(0);
  vi.stubEnv('PORTARIUM_KEY_FILE', at('second.key'));
  const second = await open();
  const { publicKey: after } = await by(second, 'bob', 'GET', '/push/key');
  expect(after).not.toBe(before);
  await second.start('Ask', ask('Shall we?'));
  await soon(async () =>
    expect((await by(second, 'bob', 'GET', subscriptions)).items).toMatchObject([
      { lastError: expect.stringContaining('subscribe there again'), deadLetters: [expect.any(Number)] },
    ]),
  );
  expect(receiver.pushed).toEqual([]);
  await by(second, 'bob', 'POST', subscriptions, { subscription: target });
  await second.start('Ask again', ask('And now?'));
  await soon(() => expect(receiver.pushed.map(({ key }) => key)).toEqual([after]));
  expect(await second.end()).toBe(0);
}, 240_000);

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('two processes tell 100 browsers once each, and go on when one of them is killed in the middle of a push', async () => {
    let holds = false;
    const { receiver, open } = await house(await server().database('push'), () => (holds ? undefined : 201));
    const pair = [await open(), await open()] as const;
    const names = Array.from({ length: 5 }, (_, n) => `p${n}`);
    const by = await peopleOf(pair[0], names);
    for (const name of names)
      for (let n = 0; n < 20; n++)
        await by(pair[n % 2] as Served, name, 'POST', subscriptions, {
          subscription: receiver.subscribe(`${name}-${n}`),
        });
    await pair[0].start('Ask', ask('Shall we?'));
    await soon(() => expect(receiver.pushed.length).toBeGreaterThanOrEqual(100));
    expect(new Set(receiver.pushed.map(({ browser }) => browser)).size).toBe(100);
    expect(receiver.pushed).toHaveLength(100);
    holds = true;
    await pair[1].start('Ask and die', ask('And now?'));
    await soon(() => expect(receiver.pushed.length).toBeGreaterThan(100));
    pair[0].child.kill('SIGKILL');
    holds = false;
    const second = () => receiver.pushed.slice(100).filter(({ notice }) => notice.body === 'And now?');
    await soon(() => expect(new Set(second().map(({ browser }) => browser)).size).toBe(100));
    // Sent again is the same notice, which a browser shows once.
    expect(new Set(second().map(({ notice }) => notice.tag)).size).toBe(100);
    expect(await pair[1].end()).toBe(0);
  }, 300_000);
});
