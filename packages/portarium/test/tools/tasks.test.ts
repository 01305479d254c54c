import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until, type World, world } from '../http/world.js';

describe('runs as tasks, for clients that declare the extension', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  const connected = (tasks: boolean) =>
    connect({ type: 'http', url: `${w.url}/mcp`, headers: { authorization: `Bearer ${w.keys.alice}` } }, { tasks });
  const args = { workspaceId: 'ws-a', workflowId: 'notes', input: { topic: 'tasks' } };
  const gateOf = async (runId: string) => {
    const run = await until(
      async () => (await w.rest('zoe', 'GET', `/runs/${runId}`)).body,
      ({ status }) => status === 'WaitingForApproval',
    );
    return run.pendingApprovals[0]?.approvalId ?? '';
  };

  test('P14: a run that gates is a task that works while it waits and completes with the run', async () => {
    const client = await connected(true);
    const started = await client.startTool('portarium_run_start', args);
    if (started.kind !== 'task') throw new Error('This is no task.');
    const { taskId } = started.task;
    const runId = taskId.slice('ws-a/'.length);
    const approvalId = await gateOf(runId);
    expect(await client.task(taskId)).toMatchObject({ status: 'working' });
    await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    await until(
      () => client.task(taskId),
      ({ status }) => status === 'completed',
    );
    expect((await client.awaitTask(taskId)).structuredContent).toMatchObject({ runId, status: 'Succeeded' });
    await client.close();
  });

  test('cancelling the task cancels the run', async () => {
    const client = await connected(true);
    const started = await client.startTool('portarium_run_start', args);
    if (started.kind !== 'task') throw new Error('This is no task.');
    const { taskId } = started.task;
    const approvalId = await gateOf(taskId.slice('ws-a/'.length));
    await client.cancelTask(taskId);
    expect(await client.task(taskId)).toMatchObject({ status: 'cancelled' });
    const late = await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    expect(late.status).toBe(409);
    await client.close();
  });

  test('a client that does not declare it gets the run at once, as ever', async () => {
    const client = await connected(false);
    const { structuredContent } = await client.callTool('portarium_run_start', args);
    expect(structuredContent).toMatchObject({ runId: expect.any(String), pollAfterMs: expect.any(Number) });
    await client.close();
  });
});
