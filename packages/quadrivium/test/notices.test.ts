/** `quadrivium up --notices`: people are told what waits in the house, with a link to its console. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { mailServer } from '../../portarium/test/app/mail-server.js';
import { up } from '../src/up/up.js';
import { endAll, freshFolder } from './server-process.js';

afterAll(endAll);

test('mail about an approval leads to the console of the house', async () => {
  const server = await mailServer();
  onTestFinished(() => server.close());
  const data = freshFolder();
  const notices = join(data, 'notices.json');
  const smtp = { host: '127.0.0.1', port: server.port, security: 'none', from: 'house@gate.example' };
  writeFileSync(notices, JSON.stringify({ smtp }));
  const running = await up({ port: 0, data: join(data, 'house'), demo: false, notices });
  onTestFinished(() => running.close());
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' };
    const url = `${running.url}/portarium/v1/workspaces/${running.workspace}${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as { readonly workflowId: string };
  };
  await ask('PUT', '/notices/ops', { channel: 'email', address: 'ops@people.example' });
  const actions = [
    { actionId: 'ask', operation: 'approval:request', prompt: 'Shall we?' },
    { actionId: 'tell', operation: 'event:emit', type: 'Done' },
  ];
  const { workflowId } = await ask('POST', '/workflows', { name: 'Ask', executionTier: 'Auto', actions });
  await ask('POST', '/runs', { workflowId, parameters: {} });
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), { timeout: 60_000, interval: 50 });
  expect(server.mails[0]?.text).toContain(`${running.url}/#/approvals/apr_`);
});
