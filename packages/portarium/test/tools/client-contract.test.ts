import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedClient } from '../../src/client/embedded-client.js';
import { httpClient } from '../../src/client/http-client.js';
import type { PortariumClient } from '../../src/client/portarium-client.js';
import { until, type World, world } from '../http/world.js';

/** One suite, two members: whatever holds in this process holds over the network. */
describe.each(['embedded', 'http'] as const)('the %s client', (member) => {
  let w: World;
  let as: (name: 'alice' | 'bob' | 'zoe' | 'bot-1') => PortariumClient;
  beforeAll(async () => {
    w = await world();
    as = (name) =>
      member === 'http'
        ? httpClient({ baseUrl: w.url, token: w.keys[name], firstDelayMs: 1 })
        : embeddedClient(w.plane, async (workspaceId) => {
            const caller = await w.plane.authenticateKey(w.keys[name]);
            if (caller.workspaceId === workspaceId) return caller;
            throw Object.assign(new Error('foreign'), { kind: 'Forbidden' });
          });
  });
  afterAll(() => w.close());

  const workspaceId = 'ws-a';
  const start = (idempotencyKey?: string) =>
    as('alice').startRun({
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
      () => as('alice').getRun({ workspaceId, runId }),
      (found) => found.status === 'WaitingForApproval',
    );
    const [approval] = run.pendingApprovals;
    expect(approval?.plan[0]?.arguments).toEqual({ topic: 'contract', text: 'about contract' });
    const decided = await as('bob').submitApproval({
      workspaceId,
      approvalId: approval?.approvalId ?? '',
      decision: 'Approved',
    });
    expect(decided).toMatchObject({ status: expect.any(String), run: { runId }, remainingApprovals: 0 });
    const done = await until(
      () => as('alice').getRun({ workspaceId, runId }),
      (found) => found.status === 'Succeeded',
    );
    expect(done.steps.map(({ actionId, state }) => [actionId, state])).toEqual([
      ['read', 'Succeeded'],
      ['write', 'Succeeded'],
      ['close', 'Succeeded'],
    ]);
    await expect(as('alice').cancelRun({ workspaceId, runId })).rejects.toMatchObject({ kind: 'Conflict' });
    const items = await as('alice').listWorkItems({ workspaceId, runId, status: 'pending' });
    expect(items.items.map(({ title }) => title)).toEqual(['Look at the note']);
    expect((await as('alice').listWorkItems({ workspaceId, runId, status: 'failed' })).items).toEqual([]);
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
    const cancelled = await as('alice').cancelRun({ workspaceId, runId, reason: 'no longer needed' });
    expect(cancelled.cancellation.requestedAtIso).toMatch(/Z$/);
    await until(
      () => as('alice').getRun({ workspaceId, runId }),
      (found) => found.status === 'Cancelled',
    );
  });

  test('registers an agent and keeps it alive', async () => {
    const agent = { workspaceId, machineId: 'm', agentId: 'bot-1', displayName: 'Bot' };
    expect(await as('bot-1').registerAgent(agent)).toMatchObject({ agentId: 'bot-1', created: true });
    const beat = await as('bot-1').agentHeartbeat({ workspaceId, machineId: 'm', agentId: 'bot-1', status: 'healthy' });
    expect(Date.parse(beat.leaseExpiresAtIso)).toBeGreaterThan(Date.parse(beat.acknowledgedAtIso));
  });

  test.each([
    ['NotFound', () => as('alice').getRun({ workspaceId, runId: 'run_nope' })],
    ['NotFound', () => as('alice').startRun({ workspaceId, workflowId: 'nope' })],
    ['Forbidden', () => as('zoe').startRun({ workspaceId, workflowId: 'notes' })],
    ['Forbidden', () => as('alice').getRun({ workspaceId: 'ws-b', runId: 'run_nope' })],
  ])('refuses with the kind %s', async (kind, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ kind });
  });
});
