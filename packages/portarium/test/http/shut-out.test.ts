import { localIdentity } from '@quadrivium/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerResolver } from '../../src/operations/caller.js';
import { plainWebSocket } from '../bin/plain-websocket.js';
import { command } from '../bin/served.js';
import { until, type World, world } from './world.js';

describe('who is shut out, and what agents and pipes may not see or do', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  const keyOf = (principalId: string) => w.plane.createApiKey(w.admin, { principalId });

  /** An open event stream and an open socket of somebody, each with the news of its end. */
  async function lines(secret: string) {
    const authorization = `Bearer ${secret}`;
    const stream = await fetch(`${w.url}/v1/workspaces/ws-a/events:stream?after=latest`, {
      headers: { authorization },
    });
    expect(stream.status).toBe(200);
    const reader = stream.body?.getReader();
    await reader?.read();
    const ended = (async () => {
      for (;;) if ((await reader?.read().catch(() => ({ done: true })))?.done !== false) return 'ended';
    })();
    const socket = await plainWebSocket(`${w.url}/ws`, { authorization });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    expect(JSON.parse(await socket.receive())).toMatchObject({ id: 1 });
    return { ended, closed: socket.closed.then(() => 'closed') };
  }

  test('a revoked key loses its open socket and stream', async () => {
    const { secret, keyId } = await keyOf('carol');
    const { ended, closed } = await lines(secret);
    const others = await lines(w.keys.bob);
    await w.plane.revokeApiKey(w.admin, keyId);
    expect(await Promise.all([ended, closed])).toEqual(['ended', 'closed']);
    const still = Promise.race([others.ended, others.closed, new Promise((done) => setTimeout(done, 300, 'open'))]);
    expect(await still).toBe('open');
  });

  test('a person who is deactivated loses them too', async () => {
    await w.plane.putPrincipal(w.admin, { principalId: 'dan', kind: 'user', roles: ['approver'] });
    const { ended, closed } = await lines((await keyOf('dan')).secret);
    await w.plane.putPrincipal(w.admin, { principalId: 'dan', kind: 'user', roles: ['approver'], active: false });
    expect(await Promise.all([ended, closed])).toEqual(['ended', 'closed']);
  });

  test('a key that is revoked beside the server, by a command on the same database, loses them before long', async () => {
    const { secret, keyId } = await keyOf('carol');
    const { ended, closed } = await lines(secret);
    await command('--db', w.db, '--workspace', 'ws-a', '--as', 'adam', 'key', 'revoke', keyId);
    expect(await Promise.all([ended, closed])).toEqual(['ended', 'closed']);
  });

  test('an agent sees approvals, plans and events of its own runs, and of no other', async () => {
    const started = await w.rest('bot-1', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'a' } });
    const { runId } = started.body;
    const run = await until(
      () => w.rest('bot-1', 'GET', `/runs/${runId}`),
      ({ body }) => body.pendingApprovals.length > 0,
    );
    const { approvalId } = run.body.pendingApprovals[0] ?? { approvalId: '' };
    const approval = await w.rest('bot-1', 'GET', `/approvals/${approvalId}`);
    const paths = [`/approvals/${approvalId}`, `/plans/${approval.body.planId}`];
    for (const path of paths) {
      expect([path, (await w.rest('bot-1', 'GET', path)).status]).toEqual([path, 200]);
      expect([path, (await w.rest('bot-2', 'GET', path)).status]).toEqual([path, 404]);
    }
    expect((await w.rest('bot-2', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' })).status).toBe(
      403,
    );
    expect((await w.rest('bot-2', 'GET', '/approvals')).body.items).toEqual([]);
    expect((await w.rest('bob', 'GET', '/approvals')).body.items).not.toEqual([]);
    const heard = async (as: 'bot-1' | 'bot-2') => JSON.stringify((await w.rest(as, 'GET', '/events?limit=200')).body);
    expect(await heard('bot-1')).toContain(runId);
    expect(await heard('bot-2')).not.toContain(runId);
  });

  test('a process on a pipe without a key is an agent: it starts runs and decides nothing, whatever its roles are', async () => {
    const { deps } = w.plane;
    const piped = await callerResolver(deps, 'mcp', { principalId: 'local', roles: ['operator', 'approver', 'admin'] })(
      localIdentity,
      'ws-a',
    );
    expect(piped).toMatchObject({ kind: 'agent', principalId: 'local' });
    const { runId } = await w.plane.startRun({ ...w.admin }, { workflowId: 'notes', input: { topic: 'x' } });
    await expect(w.plane.getRun(piped, runId)).rejects.toMatchObject({ kind: 'NotFound' });
    const own = await w.plane.startRun(piped, { workflowId: 'notes', input: { topic: 'y' } });
    const run = await until(
      () => w.plane.getRun(piped, own.runId),
      ({ pendingApprovals }) => pendingApprovals.length > 0,
    );
    const approvalId = run.pendingApprovals[0]?.approvalId ?? '';
    await expect(w.plane.decideApproval(piped, { approvalId, decision: 'Approved' })).rejects.toMatchObject({
      kind: 'Forbidden',
    });
    const proven = { principalId: 'bob', roles: ['approver'], workspaceId: 'ws-a', proven: true } as const;
    expect(await callerResolver(deps, 'mcp', proven)(localIdentity, 'ws-a')).toMatchObject({ kind: 'user' });
  });

  test('whoever comes without a key has no role that is stored with the name they are given', async () => {
    await w.plane.putPrincipal(w.admin, { principalId: 'local', kind: 'user', roles: ['admin'] });
    const keyless = callerResolver(w.plane.deps, 'rest', { principalId: 'local', roles: ['operator'] });
    expect((await keyless(localIdentity, 'ws-a')).roles).toEqual(['operator']);
  });
});
