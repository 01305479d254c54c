/** Messages to Slack and clicks from it, with the program as people start it; a server on this machine stands for Slack. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../app/plane.js';
import { command, type Served, serve } from './served.js';

const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';
const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 120_000, interval: 50 });

interface Block {
  readonly type: string;
  readonly text?: { readonly type: string; readonly text: string };
  readonly elements?: readonly {
    readonly url?: string;
    readonly value?: string;
    readonly elements?: readonly { readonly text: string }[];
  }[];
}
interface Message {
  readonly text: string;
  readonly blocks: readonly Block[];
}

async function slack() {
  const got: Message[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const status = statuses.shift() ?? 200;
    if (status === 200) got.push(JSON.parse(body) as Message);
    response.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { got, statuses, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const hostile = '<!channel> *pay* `now` & <https://evil.example|here>';
const ask = [
  { actionId: 'ask', operation: 'approval:request', prompt: hostile },
  { actionId: 'tell', operation: 'event:emit', type: 'Done' },
];

async function gate(host: string, webhookHosts: readonly string[] = [host]): Promise<Served> {
  const folder = temporaryFolder();
  const db = join(folder, 'p.db');
  const settings = join(folder, 'servers.json');
  const places = { ops: `http://${host}/services/T0/B0/x`, other: 'http://169.254.169.254/x' };
  const notices = { consoleUrl: 'https://gate.example', slack: { signingSecret, places } };
  writeFileSync(settings, JSON.stringify({ webhookHosts, notices }));
  const { key } = await command<{ key: string }>('--db', db, 'init');
  const served = await serve(db, key, '--servers', settings);
  expect((await served.ask('PUT', '/notices/ops', { channel: 'slack', place: 'ops' })).status).toBe(200);
  return served;
}

/** As Slack signs: its documentation's own recipe. */
function click(served: Served, value: string, { at = Date.now(), secret = signingSecret, signature = '' } = {}) {
  const payload = { type: 'block_actions', user: { id: 'U1' }, actions: [{ action_id: 'look', value }] };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(at / 1000));
  const signed = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  return fetch(`${served.url}/slack/interactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signature === '' ? signed : signature,
    },
    body,
  });
}

const listed = async (served: Served) =>
  ((await (await served.ask('GET', '/notices')).json()) as { items: { lastError?: string; deadLetters: unknown[] }[] })
    .items[0];

test('an approval is told with a link, and nothing of what others wrote is a mark of Slack', async () => {
  const { got, host, statuses } = await slack();
  statuses.push(503, 429);
  const served = await gate(host);
  const runId = await served.start('Ask', ask);
  await soon(() => expect(got).toHaveLength(1));
  const [{ text, blocks }] = got as [Message];
  expect(text).not.toMatch(/[<>]/);
  expect(blocks.flatMap(({ text: words }) => (words === undefined ? [] : [words.type]))).not.toContain('mrkdwn');
  expect(blocks.some(({ text: words }) => words?.text === hostile)).toBe(true);
  const button = blocks.at(-1)?.elements?.[0];
  expect(button?.url).toMatch(/^https:\/\/gate\.example\/#\/approvals\/apr_\w+$/);
  expect((await served.until(runId, 'WaitingForApproval')).status).toBe('WaitingForApproval');
});

test('a click decides nothing: signed, it is answered with where to sign in; otherwise it is refused', async () => {
  const { got, host } = await slack();
  const served = await gate(host);
  const runId = await served.start('Ask', ask);
  await soon(() => expect(got).toHaveLength(1));
  const { url = '', value = '' } = got[0]?.blocks.at(-1)?.elements?.[0] ?? {};
  const at = Date.now();
  const answered = await click(served, value, { at });
  expect(answered.status).toBe(200);
  expect(((await answered.json()) as { text: string }).text).toContain(url);
  // The same again is a replay.
  expect((await click(served, value, { at })).status).toBe(401);
  expect((await click(served, value, { secret: 'another secret of sixteen' })).status).toBe(401);
  expect((await click(served, value, { signature: 'v0=' })).status).toBe(401);
  expect((await click(served, value, { signature: `v0=${'0'.repeat(64)}` })).status).toBe(401);
  expect((await click(served, value, { at: at - 600_000 })).status).toBe(401);
  expect((await click(served, value, { at: at + 600_000 })).status).toBe(401);
  expect((await click(served, '{}', { at })).status).toBe(422);
  const elsewhere = JSON.stringify({ workspaceId: 'nowhere', topic: 'approval', about: 'apr_1' });
  expect((await click(served, elsewhere, { at })).status).toBe(401);
  const unsigned = await fetch(`${served.url}/slack/interactions`, { method: 'POST', body: 'payload={}' });
  expect(unsigned.status).toBe(401);
  expect((await served.until(runId, 'WaitingForApproval', 'Succeeded')).status).toBe('WaitingForApproval');
});

test('a message that Slack does not understand is put aside; an address inside that nobody has named is not reached', async () => {
  const { got, host, statuses } = await slack();
  statuses.push(400);
  const served = await gate(host);
  await served.start('Ask', ask);
  await soon(async () => expect((await listed(served))?.deadLetters).toHaveLength(1));
  await served.start('Ask again', ask);
  await soon(() => expect(got).toHaveLength(1));
  const closed = await gate(host, []);
  await closed.start('Ask', ask);
  await soon(async () => expect((await listed(closed))?.lastError).toContain('private network'));
  expect(got).toHaveLength(1);
});
