import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until, type World, world } from './world.js';

/** People, agents and policy, by the names of the specification's scenarios, through REST. */
describe('governing through REST', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  type Who = Parameters<World['rest']>[0];
  async function ok(as: Who, method: string, path: string, body?: unknown) {
    const answer = await w.rest(as, method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }
  const workflow = (definition: object) => ok('adam', 'POST', '/workflows', definition);
  const start = async (workflowId: string, parameters: object = {}, as: Who = 'alice') =>
    (await ok(as, 'POST', '/runs', { workflowId, parameters })).runId;
  const run = (runId: string) => ok('zoe', 'GET', `/runs/${runId}`);
  const reaches = (runId: string, ...statuses: string[]) =>
    until(
      () => run(runId),
      ({ status }) => statuses.includes(status),
    );
  const gateOf = async (runId: string) => {
    const [approval] = (await reaches(runId, 'WaitingForApproval')).pendingApprovals;
    if (approval === undefined) throw new Error('Nothing waits.');
    return approval;
  };
  const writes = (topic: string) =>
    w.notes.calls.filter(({ tool, args }) => tool === 'notes_write' && (args as { topic: string }).topic === topic);

  test('H4: reading alone needs nobody', async () => {
    const read = {
      actionId: 'read',
      operation: 'mcp:call',
      server: 'notes',
      tool: 'notes_read',
      arguments: { topic: 'x' },
    };
    await workflow({ workflowId: 'read', name: 'Read', executionTier: 'Auto', actions: [read] });
    expect((await reaches(await start('read'), 'Succeeded', 'Failed', 'WaitingForApproval')).status).toBe('Succeeded');
  });

  test('H6: a human task is completed once, with the token of whoever took it', async () => {
    const task = { actionId: 'look', operation: 'human:task', instructions: 'Look at it.' };
    await workflow({ workflowId: 'task', name: 'Task', executionTier: 'Auto', actions: [task] });
    const runId = await start('task');
    const item = await until(
      async () =>
        (await ok('alice', 'GET', `/work-items?runId=${runId}`)).items[0] as { workItemId: string } | undefined,
      (found) => found !== undefined,
    );
    const path = `/work-items/${item?.workItemId}`;
    const { completionToken } = (await ok('alice', 'POST', `${path}/claim`)) as never as { completionToken: string };
    expect(completionToken).toMatch(/\S{20,}/);
    const complete = (token: string) =>
      w.rest('alice', 'POST', `${path}/complete`, {
        outcome: 'succeeded',
        completionToken: token,
        output: { seen: true },
      });
    expect((await complete('wrong-token')).status).toBeGreaterThanOrEqual(400);
    expect((await complete(completionToken)).status).toBe(200);
    expect((await complete(completionToken)).status).toBeGreaterThanOrEqual(400);
    expect((await reaches(runId, 'Succeeded')).status).toBe('Succeeded');
  });

  test('A2: of two decisions at the same moment exactly one counts', async () => {
    const runId = await start('notes', { topic: 'race' });
    const { approvalId } = await gateOf(runId);
    const decide = (as: Who, body: object) => w.rest(as, 'POST', `/approvals/${approvalId}/decide`, body);
    const both = await Promise.all([
      decide('bob', { decision: 'Approved' }),
      decide('carol', { decision: 'Denied', rationale: 'no' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const approved = both[0]?.status === 200;
    const ended = await reaches(runId, 'Succeeded', 'Failed');
    expect(ended.status).toBe(approved ? 'Succeeded' : 'Failed');
    expect(writes('race')).toHaveLength(approved ? 1 : 0);
  });

  test('A7: changes are asked for, a new plan gets a new approval, and the old one is closed', async () => {
    const runId = await start('notes', { topic: 'draft' });
    const first = await gateOf(runId);
    const body = { decision: 'RequestChanges', rationale: 'say please' };
    await ok('bob', 'POST', `/approvals/${first.approvalId}/decide`, body);
    const revised = { arguments: { write: { topic: 'draft', text: 'please' } } };
    const second = (await ok('alice', 'POST', `/approvals/${first.approvalId}/revise`, revised)) as never as {
      approvalId: string;
      planDigest: string;
    };
    expect(second.planDigest).not.toBe(first.planDigest);
    expect(
      (await w.rest('bob', 'POST', `/approvals/${first.approvalId}/decide`, { decision: 'Approved' })).status,
    ).toBe(409);
    await ok('bob', 'POST', `/approvals/${second.approvalId}/decide`, { decision: 'Approved' });
    await reaches(runId, 'Succeeded');
    expect(writes('draft')).toEqual([{ tool: 'notes_write', args: { topic: 'draft', text: 'please' } }]);
  });

  test('A11: a single operator may be let decide once, visibly', async () => {
    const runId = await start('notes', { topic: 'alone' }, 'both');
    const { approvalId } = await gateOf(runId);
    const decide = () => w.rest('both', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    expect((await decide()).status).toBe(403);
    await ok('adam', 'POST', `/approvals/${approvalId}/overrides`, {
      principalId: 'both',
      reason: 'Nobody else is here.',
    });
    expect((await decide()).status).toBe(200);
    const { items } = await ok('zoe', 'GET', '/overrides?unreviewed=true');
    expect(items).toMatchObject([{ approvalId, reviewed: false }]);
    await reaches(runId, 'Succeeded');
  });

  test('R1, R2 and R9: a rule about arguments asks for two people, and is tried on the past first', async () => {
    const rule = {
      ruleId: 'long',
      match: { tools: ['notes_write'], arguments: [{ path: 'text', op: 'lengthGt', value: 15 }] },
      effect: 'RequireApproval',
      approval: { required: 2 },
    };
    const source = { policyId: 'long-notes', name: 'Long notes need two', rules: [rule] };
    const report = (await ok('adam', 'POST', '/policies:simulate', { source })) as never as { considered: number };
    expect(report.considered).toBeGreaterThan(0);
    expect((await ok('adam', 'GET', '/policies')).items).toEqual([]);
    expect((await w.rest('adam', 'POST', '/policies', { source: { ...source, rules: [{}] } })).status).toBe(422);
    await ok('adam', 'POST', '/policies', { source, activate: true });
    const runId = await start('notes', { topic: 'a rather long topic' });
    const { approvalId } = await gateOf(runId);
    const decide = (as: Who) => w.rest(as, 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    expect((await decide('bob')).body).toMatchObject({ status: 'Pending', remainingApprovals: 1 });
    expect((await decide('bob')).status).toBe(409);
    expect((await decide('carol')).body).toMatchObject({ remainingApprovals: 0 });
    await reaches(runId, 'Succeeded');
    expect(writes('a rather long topic')).toHaveLength(1);
    await ok('adam', 'POST', '/policies/long-notes:deactivate', { withoutDiff: true });
  });

  test('R5: a frozen workspace starts and dispatches nothing, and goes on afterwards', async () => {
    const runId = await start('notes', { topic: 'ice' });
    const { approvalId } = await gateOf(runId);
    await ok('adam', 'POST', ':freeze', { reason: 'Something is odd.' });
    const refused = await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'x' } });
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('Frozen');
    expect((await w.rest('zoe', 'GET', '/runs')).status).toBe(200);
    await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    expect(writes('ice')).toEqual([]);
    await ok('adam', 'POST', ':unfreeze');
    const now = await run(runId);
    if (now.status === 'WaitingForApproval')
      await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
    await reaches(runId, 'Succeeded');
    expect(writes('ice')).toHaveLength(1);
  });

  test('L1, L5, L6 and L7: agents take tasks under a lease, and old or foreign hands are refused', async () => {
    const task = { actionId: 'do', operation: 'agent:task', capability: 'mail:send', payload: { to: 'x' } };
    await workflow({ workflowId: 'agent', name: 'Agent', executionTier: 'Auto', actions: [task] });
    const agent = { machineId: 'm1', agentId: 'bot-1', displayName: 'Bot', capabilities: ['mail:send'] };
    await ok('bot-1', 'POST', '/agents', agent);
    await ok('bot-1', 'POST', '/agents/bot-1/heartbeat', { machineId: 'm1' });
    const runId = await start('agent');
    const claimed = await until(
      () => w.rest('bot-1', 'POST', '/agents/bot-1/tasks:claim', {}),
      ({ status }) => status === 200,
    );
    const { taskId, epoch } = claimed.body as never as { taskId: string; epoch: number };
    expect((await w.rest('bot-1', 'POST', '/agents/bot-1/tasks:claim', {})).status).toBe(204);
    const complete = (as: Who, number: number) =>
      w.rest(as, 'POST', `/agent-tasks/${taskId}/complete`, {
        agentId: 'bot-1',
        epoch: number,
        result: { sent: true },
      });
    expect((await complete('bot-1', epoch - 1)).status).toBe(409);
    expect((await complete('zoe', epoch)).status).toBe(403);
    expect((await complete('bot-1', epoch)).status).toBe(200);
    expect(await reaches(runId, 'Succeeded')).toMatchObject({ output: { sent: true } });
    const drifted = await w.rest('bot-1', 'POST', '/agents', { ...agent, capabilities: ['mail:delete'] });
    expect(JSON.stringify(drifted.body)).toMatch(/uarantine|drift|invalid|declare/i);
  });
});
