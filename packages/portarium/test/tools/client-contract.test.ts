import { createRuntime } from '@quadrivium/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedClient } from '../../src/client/embedded-client.js';
import { httpClient } from '../../src/client/http-client.js';
import type { PortariumClient } from '../../src/client/portarium-client.js';
import { agentHeartbeat } from '../../src/operations/agents/heartbeat.js';
import { registerAgent } from '../../src/operations/agents/register.js';
import { decideApproval } from '../../src/operations/approvals/decide.js';
import { keepCalls } from '../../src/operations/keep-calls.js';
import { cancelRun } from '../../src/operations/runs/cancel.js';
import { getRun } from '../../src/operations/runs/get.js';
import { startRun } from '../../src/operations/runs/start.js';
import { listWorkItems } from '../../src/operations/work-items/list.js';
import { portariumServer } from '../../src/tools/server.js';
import { until, type World, world } from '../http/world.js';

/** One suite, two members: whatever holds in this process holds over the network. */
/** As the keys of the world carry them: a credential has the roles it says and no others. */
const rolesOf = { alice: ['operator'], bob: ['approver'], zoe: ['auditor'], 'bot-1': ['agent'] };

describe.each(['embedded', 'http'] as const)('the %s client', (member) => {
  let w: World;
  let as: (name: 'alice' | 'bob' | 'zoe' | 'bot-1') => PortariumClient;
  beforeAll(async () => {
    w = await world();
    as = (name) =>
      member === 'http'
        ? httpClient({ baseUrl: w.url, token: w.keys[name], firstDelayMs: 1 })
        : embeddedClient(runtime, {
            front: 'rest',
            identity: { subject: name, roles: rolesOf[name], workspaces: ['ws-a'], via: 'api-key' },
          });
    const runtime = createRuntime(portariumServer(w.plane.deps), { audit: keepCalls(w.plane.deps) });
  });
  afterAll(() => w.close());

  const workspaceId = 'ws-a';
  const start = (idempotencyKey?: string) =>
    as('alice').call(startRun, {
      workspaceId,
      workflowId: 'notes',
      input: { topic: 'contract' },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  test('starts, gets, decides, sees the run succeed, and cannot cancel it any more', async () => {
    const { runId, status, pollAfterMs, replayed } = await start();
    expect(['Pending', 'Running', 'WaitingForApproval']).toContain(status);
    expect(pollAfterMs).toBeGreaterThan(0);
    expect(replayed).toBe(false);
    const run = await until(
      () => as('alice').call(getRun, { workspaceId, runId }),
      (found) => found.status === 'WaitingForApproval',
    );
    const [approval] = run.pendingApprovals;
    expect(approval?.plan[0]?.arguments).toEqual({ topic: 'contract', text: 'about contract' });
    const decided = await as('bob').call(decideApproval, {
      workspaceId,
      approvalId: approval?.approvalId ?? '',
      decision: 'Approved',
    });
    expect(decided).toMatchObject({ status: expect.any(String), run: { runId }, remainingApprovals: 0 });
    const done = await until(
      () => as('alice').call(getRun, { workspaceId, runId }),
      (found) => found.status === 'Succeeded',
    );
    expect(done.steps.map(({ actionId, state }) => [actionId, state])).toEqual([
      ['read', 'Succeeded'],
      ['write', 'Succeeded'],
      ['close', 'Succeeded'],
    ]);
    await expect(as('alice').call(cancelRun, { workspaceId, runId })).rejects.toMatchObject({ kind: 'Conflict' });
    const items = await as('alice').call(listWorkItems, { workspaceId, runId, status: 'pending' });
    expect(items.items.map(({ title }) => title)).toEqual(['Look at the note']);
    expect((await as('alice').call(listWorkItems, { workspaceId, runId, status: 'failed' })).items).toEqual([]);
  });

  test('a repeated start with the same key is the same run', async () => {
    const first = await start('contract-key');
    const second = await start('contract-key');
    expect(second).toMatchObject({ runId: first.runId, replayed: true });
  });

  test('D2: without a key a repeated start is a second run', async () => {
    const [first, second] = [await start(), await start()];
    expect(second.runId).not.toBe(first.runId);
    expect(second.replayed).toBe(false);
  });

  test('cancels a run that is active', async () => {
    const { runId } = await start();
    const cancelled = await as('alice').call(cancelRun, { workspaceId, runId, reason: 'no longer needed' });
    expect(cancelled.cancellation.requestedAtIso).toMatch(/Z$/);
    await until(
      () => as('alice').call(getRun, { workspaceId, runId }),
      (found) => found.status === 'Cancelled',
    );
  });

  test('registers an agent and keeps it alive', async () => {
    const agent = { workspaceId, machineId: 'm', agentId: 'bot-1', displayName: 'Bot' };
    expect(await as('bot-1').call(registerAgent, agent)).toMatchObject({ agentId: 'bot-1', created: true });
    const beat = await as('bot-1').call(agentHeartbeat, {
      workspaceId,
      machineId: 'm',
      agentId: 'bot-1',
      status: 'healthy',
    });
    expect(Date.parse(beat.leaseExpiresAtIso)).toBeGreaterThan(Date.parse(beat.acknowledgedAtIso));
  });

  test.each([
    ['NotFound', () => as('alice').call(getRun, { workspaceId, runId: 'run_nope' })],
    ['NotFound', () => as('alice').call(startRun, { workspaceId, workflowId: 'nope' })],
    ['Forbidden', () => as('zoe').call(startRun, { workspaceId, workflowId: 'notes' })],
    ['Forbidden', () => as('alice').call(getRun, { workspaceId: 'ws-b', runId: 'run_nope' })],
  ])('refuses with the kind %s', async (kind, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ kind });
  });
});
