import { readFileSync } from 'node:fs';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../bin/served.js';
import { until, type World, world } from './world.js';

interface Answer {
  readonly secret: string;
  readonly keyId: string;
  readonly code: string;
  readonly detail: string;
  readonly permissions: readonly string[];
  readonly items: readonly { readonly keyId: string; readonly scopes?: readonly string[] }[];
}

describe('keys with scopes and an end', () => {
  let w: World;
  let approvalId: string;
  beforeAll(async () => {
    w = await world();
    const { runId } = (await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'a' } }))
      .body;
    const waiting = await until(
      async () => (await w.rest('zoe', 'GET', `/runs/${runId}`)).body,
      ({ status }) => status === 'WaitingForApproval',
    );
    approvalId = waiting.pendingApprovals[0]?.approvalId ?? '';
  });
  afterAll(() => w.close());

  const ask = async (key: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${w.url}/v1/workspaces/ws-a${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const make = (request: object, key = w.keys.adam) => ask(key, 'POST', '/api-keys', request);
  const decide = (key: string) => ask(key, 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });

  test('a key is shown once, kept as a hash, and does what its scopes say and no more', async () => {
    const { body } = await make({ principalId: 'bob', scopes: ['approval:read', 'run:*'], label: 'phone' });
    const { secret, keyId } = body;
    expect((await ask(secret, 'GET', '/approvals')).status).toBe(200);
    expect((await ask(secret, 'GET', '/runs')).status).toBe(200);
    expect(await decide(secret)).toMatchObject({ status: 403, body: { detail: expect.stringContaining('scopes') } });
    // The role of an approver does not give it, so no scope can.
    expect((await ask(secret, 'POST', '/runs', { workflowId: 'notes' })).status).toBe(403);
    expect((await ask(secret, 'GET', '/me')).body.permissions).toEqual(['approval:read', 'run:read']);
    const listed = (await ask(w.keys.adam, 'GET', '/api-keys')).body.items.find((it) => it.keyId === keyId);
    expect(listed).toMatchObject({ principalId: 'bob', label: 'phone', scopes: ['approval:read', 'run:*'] });
    expect(JSON.stringify(listed)).not.toContain(secret.slice(15));
    expect(readFileSync(w.db).includes(secret.slice(15))).toBe(false);
    expect((await ask(w.keys.adam, 'POST', `/api-keys/${keyId}/revoke`)).status).toBe(200);
    expect((await ask(secret, 'GET', '/runs')).status).toBe(401);
  });

  test('scopes hold over MCP too', async () => {
    const { secret } = (await make({ principalId: 'both', scopes: ['run:read'] })).body;
    const headers = { authorization: `Bearer ${secret}` };
    const mcp = await connect({ type: 'http', url: `${w.url}/mcp`, timeout: 30, headers });
    const call = async (name: string, args: object) =>
      JSON.stringify(await mcp.callTool(name, { workspaceId: 'ws-a', ...args }).catch((it: Error) => it.message));
    expect(await call('portarium_run_start', { workflowId: 'notes' })).toContain('run:start');
    const decision = { approvalId, decision: 'Approved' };
    expect(await call('portarium_approval_submit', decision)).toContain('approval:decide');
    await mcp.close();
  });

  test.each([
    ['a permission that does not exist', { scopes: ['run:reed'] }, 422],
    ['no scope at all', { scopes: [] }, 422],
    ['an end in the past', { expiresInMs: -1 }, 422],
    ['somebody nobody knows', { principalId: 'nobody' }, 404],
  ])('a key for %s is not made', async (_, request, status) => {
    expect((await make({ principalId: 'bob', ...request })).status).toBe(status);
  });

  test('a narrowed key of an administrator makes no wider one', async () => {
    const { secret } = (await make({ principalId: 'adam', scopes: ['workspace:admin', 'run:*'] })).body;
    expect((await make({ principalId: 'adam' }, secret)).status).toBe(403);
    expect((await make({ principalId: 'adam', scopes: ['policy:write'] }, secret)).status).toBe(403);
    expect((await make({ principalId: 'alice', scopes: ['run:read'] }, secret)).status).toBe(201);
  });

  test('a narrowed key of an administrator gives nobody more than it may do, and makes no person of an agent', async () => {
    const { secret } = (await make({ principalId: 'adam', scopes: ['workspace:admin', 'run:*'] })).body;
    const save = (key: string, body: object) => ask(key, 'POST', '/users', { kind: 'user', ...body });
    expect((await save(w.keys.adam, { principalId: 'ruth', kind: 'agent', roles: ['agent'] })).status).toBe(200);
    await save(w.keys.adam, { principalId: 'saul', roles: ['admin'], active: false });
    for (const [refused, words] of [
      [{ principalId: 'new', roles: ['approver'] }, 'approval:decide'],
      [{ principalId: 'saul', roles: ['admin'] }, 'policy:write'],
      [{ principalId: 'ruth', roles: ['agent'] }, 'makes no person'],
    ] as const)
      expect(await save(secret, refused)).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining(words) },
      });
    // Who has roles already keeps them, and can lose them.
    expect((await save(secret, { principalId: 'ruth', kind: 'agent', roles: ['agent'] })).status).toBe(200);
    expect((await save(secret, { principalId: 'ruth', kind: 'agent', roles: [] })).status).toBe(200);
  });

  test('a key ends when its time is over', async () => {
    const { secret } = (await make({ principalId: 'zoe', expiresInMs: 700 })).body;
    await until(
      async () => (await ask(secret, 'GET', '/runs')).status,
      (status) => status === 401,
    );
  });

  test('the command line makes them too, and says what a word in the wrong place is', async () => {
    const at = ['--db', w.db, '--workspace', 'ws-a', '--as', 'adam'];
    const made = await command(...at, 'key', 'create', '--principal', 'zoe', '--scopes', 'run:read', '--days', '1');
    expect(made).toMatchObject({ scopes: ['run:read'], expiresAtIso: expect.any(String) });
    expect((await ask((made as Answer).secret, 'GET', '/approvals')).status).toBe(403);
  });
});
