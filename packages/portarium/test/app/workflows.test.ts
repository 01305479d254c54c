import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { deliverTo } from '../../src/app/events/feed-delivery.js';
import { webhookOutlet } from '../../src/app/webhooks/webhook-outlet.js';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, refundFlow } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const yaml = `
name: From YAML
executionTier: Auto
inputSchema: { type: object, required: [account], properties: { account: { type: string } } }
actions:
  - actionId: look
    operation: mcp:call
    server: desk
    tool: desk_read_balance
    arguments: { account: '{{ input.account }}' }
`;

test('a workflow comes as JSON or YAML, gets versions, and only one of them is active', async () => {
  const { plane, alice } = await openPlane({ desk });
  expect(await plane.putWorkflow(alice, { source: yaml })).toMatchObject({
    workflowId: 'from-yaml',
    version: 1,
    active: true,
  });
  expect(await plane.putWorkflow(alice, { source: yaml })).toMatchObject({ version: 1 });
  expect(await plane.putWorkflow(alice, { source: yaml.replace('look', 'see') })).toMatchObject({
    version: 2,
    active: true,
  });
  expect(await plane.listWorkflows(alice)).toMatchObject([{ version: 2 }]);
  await plane.activateWorkflow(alice, { workflowId: 'from-yaml', version: 1 });
  expect(await plane.getWorkflow(alice, 'from-yaml')).toMatchObject({ version: 1, active: true });
  await expect(plane.startRun(alice, { workflowId: 'from-yaml', input: {} })).rejects.toMatchObject({
    kind: 'InvalidInput',
  });
  const misspelt = plane.startRun(alice, { workflowId: 'from-yml' });
  await expect(misspelt).rejects.toMatchObject({ kind: 'NotFound', suggestion: expect.stringMatching(/from-yaml/) });
  await plane.archiveWorkflow(alice, 'from-yaml');
  await expect(plane.startRun(alice, { workflowId: 'from-yaml' })).rejects.toMatchObject({ kind: 'NotFound' });
});

test('a run goes on with the definition it began with', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  const waits = (type: string) => ({
    name: 'W',
    executionTier: 'Auto',
    actions: [{ actionId: 'emit', operation: 'event:emit', type }],
  });
  await plane.putWorkflow(alice, { source: waits('Old') });
  const { runId } = await plane.startRun(alice, { workflowId: 'w' });
  await plane.putWorkflow(alice, { source: waits('New') });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ workflowVersion: 1, output: { emitted: 'Old' } });
});

test('everything that is wrong with a definition is said at once, with its place', async () => {
  const { plane, alice } = await openPlane({ desk });
  const source = {
    name: 'Wrong',
    executionTier: 'HumanApprove',
    actions: [
      {
        actionId: 'a',
        operation: 'mcp:call',
        server: 'nowhere',
        tool: 't',
        arguments: { x: '{{ steps.b.output }}', y: '{{ inptu.z }}' },
      },
      { actionId: 'b', operation: 'timer:wait', dependsOn: ['c'], executionTierOverride: 'Auto' },
      { actionId: 'c', operation: 'event:emit', type: 'X', when: 'input.x >', dependsOn: ['b'] },
    ],
  };
  const { valid, problems } = await plane.validateWorkflow(alice, source);
  const said = problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  expect(valid).toBe(false);
  for (const part of [
    /nowhere|server/,
    /step "b" does not come before/,
    /"inptu" is not known/,
    /waits for itself/,
    /durationMs or untilIso/,
    /weaker than HumanApprove/,
    /c\.when/,
  ]) {
    expect(said).toMatch(part);
  }
  await expect(plane.putWorkflow(alice, { source })).rejects.toMatchObject({ kind: 'InvalidInput' });
});

test('a dry run says what each step would meet, calls nothing and leaves nothing', async () => {
  const { plane, alice, store } = await openPlane({ desk });
  desk.calls.splice(0);
  const view = await plane.dryRunWorkflow(alice, { source: refundFlow, input: { amount: 3 } });
  expect(view).toMatchObject({
    valid: true,
    executionTier: 'HumanApprove',
    steps: [
      { decision: 'Run', class: 'ReadOnly' },
      { decision: 'RequireApproval', input: { arguments: { amount: 3 } } },
      { decision: 'Run' },
    ],
  });
  expect(desk.calls).toEqual([]);
  expect(await store.read('ws-a', (tables) => tables.tools.find())).toEqual([]);
});

test('an HTTP step reaches an allowed host with its key and no other; what the server says is the output', async () => {
  const seen: { url: string | undefined; key: string | string[] | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ url: request.url, key: request.headers['idempotency-key'], body });
      response.writeHead(request.url === '/bad' ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ok: true }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { plane, alice, settle } = await openPlane({ allowedHosts: [host], environment: 'dev' });
  const post = (name: string, url: string) => ({
    name,
    executionTier: 'Auto',
    actions: [{ actionId: 'post', operation: 'http:call', method: 'POST', url, body: { n: '{{ input.n }}' } }],
  });
  await plane.putWorkflow(alice, { source: post('good', `http://${host}/orders/{{ input.n }}`) });
  await plane.putWorkflow(alice, { source: post('bad', `http://${host}/bad`) });
  await plane.putWorkflow(alice, { source: post('outside', 'http://169.254.169.254/latest/meta-data') });
  const outcome = async (workflowId: string) => {
    const { runId } = await plane.startRun(alice, { workflowId, input: { n: 4 } });
    await settle();
    return plane.getRun(alice, runId);
  };
  const good = await outcome('good');
  expect(good).toMatchObject({ status: 'Succeeded', output: { status: 200, body: { ok: true } } });
  expect(seen).toEqual([{ url: '/orders/4', key: `${good.runId}:post`, body: '{"n":4}' }]);
  expect(await outcome('bad')).toMatchObject({ status: 'Failed', failure: { message: expect.stringMatching(/404/) } });
  expect(await outcome('outside')).toMatchObject({
    status: 'Failed',
    failure: { message: expect.stringMatching(/not on the list/) },
  });
});

test('webhooks get CloudEvents in order; a receiver that fails gets the same event again later', async () => {
  const { plane, store, keys, adam, alice, clock, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const { secret, webhookId } = await plane.createWebhook(adam, {
    url: 'http://example.test/hook',
    types: ['com.portarium.run.'],
  });
  const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await settle();
  const got: { id: string; type: string }[] = [];
  let up = false;
  const send = async (_: string, { body }: { body: string | Buffer }) => {
    if (up) got.push(JSON.parse(String(body)) as { id: string; type: string });
    return { status: up ? 200 : 503 };
  };
  const post = { send, objection: async () => undefined };
  const deliver = async () => {
    const outlet = webhookOutlet({ store, sealer: keys.sealer, now: clock.now, post });
    const [due] = await outlet.due(clock.now());
    return due === undefined ? 0 : deliverTo({ store, now: clock.now, outlet }, due);
  };
  expect(await deliver()).toBe(0);
  up = true;
  expect(await deliver()).toBe(0);
  clock.pass(2000);
  expect(await deliver()).toBeGreaterThan(0);
  expect(got.map(({ type }) => type)).toEqual([
    'com.portarium.run.RunStarted',
    'com.portarium.run.RunBegan',
    'com.portarium.run.RunSucceeded',
  ]);
  const events = await plane.eventsSince(alice, 0, 200);
  expect(got.map(({ id }) => id)).toEqual(
    events.filter(({ type, runid }) => type.startsWith('com.portarium.run.') && runid === runId).map(({ id }) => id),
  );
  expect(await plane.listWebhooks(adam)).toMatchObject([{ webhookId, attempts: 0, deadLetters: [] }]);
  expect(JSON.stringify(await plane.listWebhooks(adam))).not.toContain(secret);
  expect(await deliver()).toBe(0);
});

test.each([
  ['an expression that says nothing', '{{ }}', /ends too early/],
  ['a sign that is none', { a: '{{ input.a % 2 }}' }, /cannot stand/],
  ['a step that is not there', ['{{ steps.none.output }}'], /no step "none"/],
  ['a word that means nothing there', '{{ item }}', /"item" is not known/],
])('the output of a workflow is looked at when it is saved: %s', async (_, output, message) => {
  const { plane, alice } = await openPlane();
  const tell = { actionId: 'tell', operation: 'event:emit', type: 'Done' };
  const saved = plane.putWorkflow(alice, { source: { name: 'Out', executionTier: 'Auto', actions: [tell], output } });
  await expect(saved).rejects.toMatchObject({ kind: 'InvalidInput' });
  const told = await saved.catch((fault: { context?: unknown }) => JSON.stringify(fault.context));
  expect(told).toMatch(new RegExp(message.source.replaceAll('"', '\\\\"')));
});
