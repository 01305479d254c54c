import { registerSecret } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/list.js';
import { until, type World, world } from './world.js';

describe('workspaces and secrets', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  test('I1: every route answers a key of another workspace with the same words, whether that workspace exists or not', async () => {
    const answers = new Set<string>();
    for (const { rest } of operations) {
      const { method, path } = rest ?? { method: 'GET', path: '/' };
      for (const workspace of ['ws-b', 'ws-nowhere']) {
        const filled = path.replace('{workspaceId}', workspace).replace(/\{\w+\}/g, 'x');
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const answer = await w.request('alice', method, filled, body);
        const { correlationId: _, ...rest } = answer.body as unknown as Record<string, unknown>;
        answers.add(`${answer.status} ${JSON.stringify(rest)}`);
      }
    }
    expect([...answers]).toEqual([expect.stringMatching(/^403 .*does not give access to that workspace/)]);
  });

  test('I2: an id of another workspace is not found in one’s own', async () => {
    const { body } = await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 't' } });
    const foreign = await w.request('eve', 'GET', `/v1/workspaces/ws-b/runs/${body.runId}`);
    expect(foreign.status).toBe(404);
    const list = await w.request('eve', 'GET', '/v1/workspaces/ws-b/runs');
    expect(list.body.items).toEqual([]);
  });

  test('nothing is answered without a key, with a wrong one, or with one that was revoked', async () => {
    for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${w.keys.alice}x`]) {
      const response = await fetch(`${w.url}/v1/workspaces/ws-a/runs`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: 401, code: 'Unauthenticated', title: 'Unauthorized' });
    }
    const { body } = await w.rest('adam', 'POST', '/api-keys', { principalId: 'carol' });
    const fresh = { headers: { authorization: `Bearer ${body.secret}` } };
    expect((await fetch(`${w.url}/v1/workspaces/ws-a/runs`, fresh)).status).toBe(200);
    await w.rest('adam', 'POST', `/api-keys/${body.keyId}/revoke`);
    expect((await fetch(`${w.url}/v1/workspaces/ws-a/runs`, fresh)).status).toBe(401);
  });

  test('E4: canary secrets in input, headers and failures leave by no door', async () => {
    const canary = 'canary-77ab01c2d3e4f5';
    registerSecret(canary);
    const started = await w.rest(
      'alice',
      'POST',
      '/runs',
      { workflowId: 'notes', parameters: { topic: `password=${canary}`, password: canary } },
      { 'x-correlation-id': 'fine' },
    );
    const { runId } = started.body;
    await until(
      async () => (await w.rest('alice', 'GET', `/runs/${runId}`)).body,
      ({ status }) => status !== 'Pending' && status !== 'Running',
    );
    const doors = [
      ...['runs', `runs/${runId}`, `runs/${runId}/evidence`, 'approvals', 'work-items', 'evidence?limit=200'],
      ...['events?limit=200', 'users', 'api-keys', 'webhooks', 'workflows', 'policies', 'tools'],
    ];
    for (const door of doors) {
      const { status, body } = await w.rest('adam', 'GET', `/${door}`);
      expect(status, door).toBe(200);
      expect(JSON.stringify(body), door).not.toContain(canary);
      for (const key of Object.values(w.keys)) expect(JSON.stringify(body), door).not.toContain(key);
    }
    const headers = { authorization: `Bearer ${w.keys.adam}` };
    const client = await connect({ type: 'http', url: `${w.url}/mcp`, headers });
    const results = [
      await client.callTool('portarium_run_get', { workspaceId: 'ws-a', runId }),
      await client.callTool('portarium_work_items_list', { workspaceId: 'ws-a' }),
      await client.callTool('portarium_run_cancel', { workspaceId: 'ws-a', runId, reason: `because of ${canary}` }),
      await client.callTool('portarium_run_get', { workspaceId: 'ws-a', runId }),
    ];
    for (const { raw } of results) expect(JSON.stringify(raw)).not.toContain(canary);
    const evidence = await w.rest('adam', 'GET', `/runs/${runId}/evidence?limit=200`);
    expect(JSON.stringify(evidence.body)).not.toContain(canary);
    await client.close();
  });

  test('an agent speaks only for itself, and registering gives no secret', async () => {
    const agent = { machineId: 'm1', agentId: 'bot-1', displayName: 'Bot', capabilities: ['mail:send'] };
    const registered = await w.rest('bot-1', 'POST', '/agents', agent);
    expect(registered.status, JSON.stringify(registered.body)).toBe(200);
    expect(registered.body.created).toBe(true);
    expect(JSON.stringify(registered.body)).not.toMatch(/secret|token|qk_/i);
    expect((await w.rest('bot-1', 'POST', '/agents', agent)).body.created).toBe(false);
    const beat = await w.rest('bot-1', 'POST', '/agents/bot-1/heartbeat', { machineId: 'm1', status: 'ok' });
    expect(beat.status, JSON.stringify(beat.body)).toBe(200);
    expect(beat.body).toMatchObject({ directives: [], assignedWork: [], nextHeartbeatInMs: expect.any(Number) });
    const other = await w.rest('bot-1', 'POST', '/agents/bot-2/heartbeat', { machineId: 'm1' });
    expect([403, 404]).toContain(other.status);
  });
});
