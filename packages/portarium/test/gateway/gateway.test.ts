import { type Connection, type ConnectOptions, connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until, type World, world } from '../http/world.js';

interface Pending {
  readonly pending: true;
  readonly runId: string;
  readonly approvals: { approvalId: string; planDigest: string }[];
  readonly next: { tool: string; arguments: { runId: string } };
}

describe('other MCP servers behind the gateway', () => {
  let w: World;
  let agent: Connection;
  let other: Connection;
  beforeAll(async () => {
    w = await world();
    agent = await through('bot-1');
    other = await through('bot-2', { tasks: true });
    // In this environment nothing is asked by itself, so a rule asks for every change.
    const rule = { ruleId: 'ask', match: { classes: ['Mutation', 'Unknown'] }, effect: 'RequireApproval' };
    const source = { policyId: 'changes', name: 'Changes are asked for', rules: [rule] };
    const saved = await w.rest('adam', 'POST', '/policies', { source, activate: true });
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
  });
  afterAll(async () => {
    await agent.close();
    await other.close();
    await w.close();
  });

  const through = (name: 'bot-1' | 'bot-2', options: ConnectOptions = {}) =>
    connect(
      { type: 'http', url: `${w.url}/mcp/gateway`, headers: { authorization: `Bearer ${w.keys[name]}` } },
      options,
    );
  const writes = () => w.notes.calls.filter(({ tool }) => tool === 'notes_write');
  const decide = async (approvalId: string, decision: string, rationale?: string) => {
    const answer = await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision, rationale });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  test('their tools are offered under their names, with a tool to fetch results later', async () => {
    const { tools } = await agent.tools();
    expect(tools.map(({ name }) => name)).toEqual([
      'portarium_pending_result',
      'run_program',
      'notes__notes_read',
      'notes__notes_write',
    ]);
  });

  test('a reading call passes through and leaves evidence', async () => {
    const result = await agent.callTool('notes__notes_read', { topic: 'ducks' });
    expect(result.structuredContent).toEqual({ notes: ['about ducks'] });
    const evidence = await w.rest(
      'zoe',
      'GET',
      `/runs/${String((result.raw._meta as never)['portarium/runId'])}/evidence`,
    );
    const types = (evidence.body.items as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['OutcomeRecorded']));
  });

  test('a changing call waits for a person, is made once, and its result can be fetched', async () => {
    const first = await agent.callTool('notes__notes_write', { topic: 'a', text: 'b' });
    const pending = first.structuredContent as Pending;
    expect(pending).toMatchObject({ pending: true, approvals: [{ planDigest: expect.stringMatching(/^sha256:/) }] });
    expect(first.isError).toBe(false);
    expect(writes()).toEqual([]);
    const again = (await agent.callTool('notes__notes_write', { topic: 'a', text: 'b' })).structuredContent as Pending;
    expect(again.runId).toBe(pending.runId);
    await decide(pending.approvals[0]?.approvalId ?? '', 'Approved');
    const result = await until(
      () => agent.callTool(pending.next.tool, pending.next.arguments),
      ({ structuredContent }) => (structuredContent as { pending?: boolean }).pending !== true,
    );
    expect(result.structuredContent).toEqual({ written: 'b' });
    expect(writes()).toEqual([{ tool: 'notes_write', args: { topic: 'a', text: 'b' } }]);
  });

  test('a caller that only knows how to call again gets the result of the approved call', async () => {
    const args = { topic: 'again', text: 'c' };
    const pending = (await agent.callTool('notes__notes_write', args)).structuredContent as Pending;
    await decide(pending.approvals[0]?.approvalId ?? '', 'Approved');
    const result = await until(
      () => agent.callTool('notes__notes_write', args),
      ({ structuredContent }) => (structuredContent as { pending?: boolean }).pending !== true,
    );
    expect(result.structuredContent).toEqual({ written: 'c' });
    expect(writes().filter(({ args: made }) => (made as { topic: string }).topic === 'again')).toHaveLength(1);
  });

  test('a denied call is an error that says so, and nothing was done', async () => {
    const args = { topic: 'denied', text: 'd' };
    const pending = (await agent.callTool('notes__notes_write', args)).structuredContent as Pending;
    await decide(pending.approvals[0]?.approvalId ?? '', 'Denied', 'not this one');
    const result = await until(
      () => agent.callTool(pending.next.tool, pending.next.arguments),
      ({ structuredContent }) => (structuredContent as { pending?: boolean } | undefined)?.pending !== true,
    );
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('ApprovalDenied');
    expect(writes().filter(({ args: made }) => (made as { topic: string }).topic === 'denied')).toEqual([]);
  });

  test('a caller that knows tasks gets one, which works while a person decides and completes with the result', async () => {
    const client = await through('bot-1', { tasks: true });
    const started = await client.startTool('notes__notes_write', { topic: 'task', text: 'f' });
    if (started.kind !== 'task') throw new Error('This is no task.');
    const { taskId } = started.task;
    const waiting = await client.task(taskId);
    expect(waiting).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('WaitingForApproval') });
    const runId = taskId.split('/').at(-1) ?? '';
    const [approval] = (await w.rest('zoe', 'GET', `/runs/${runId}`)).body.pendingApprovals;
    await expect(other.task(taskId), 'a task of somebody else does not exist').rejects.toThrow(/There is no run/);
    await decide(approval?.approvalId ?? '', 'Approved');
    const done = await until(
      () => client.task(taskId),
      ({ status }) => status !== 'working',
    );
    expect(done.status).toBe('completed');
    expect((await client.awaitTask(taskId)).structuredContent).toEqual({ written: 'f' });
    expect(writes().filter(({ args: made }) => (made as { topic: string }).topic === 'task')).toHaveLength(1);
    await client.close();
  });

  test('a task whose approval is denied ends with the reason, and a reading call needs no task', async () => {
    const client = await through('bot-1', { tasks: true });
    const read = await client.startTool('notes__notes_read', { topic: 'quick' });
    expect(read).toMatchObject({ kind: 'result', result: { structuredContent: { notes: ['about quick'] } } });
    const started = await client.startTool('notes__notes_write', { topic: 'no task', text: 'g' });
    if (started.kind !== 'task') throw new Error('This is no task.');
    const { taskId } = started.task;
    const [approval] = (await w.rest('zoe', 'GET', `/runs/${taskId.split('/').at(-1)}`)).body.pendingApprovals;
    await decide(approval?.approvalId ?? '', 'Denied', 'not this one either');
    const result = await client.awaitTask(taskId);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('ApprovalDenied');
    await client.close();
  });

  test('wrong arguments are refused before anybody is asked', async () => {
    const before = (await w.rest('zoe', 'GET', '/runs?limit=200')).body.items as unknown[];
    const result = await agent.callTool('notes__notes_write', { topic: 5 });
    expect(result.isError).toBe(true);
    expect((await w.rest('zoe', 'GET', '/runs?limit=200')).body.items).toHaveLength(before.length);
  });

  test('R8: a tool that changed is not called until somebody has looked', async () => {
    const pinned = (await w.rest('adam', 'GET', '/tools')).body.items as { tool: string; drift?: string }[];
    expect(pinned.find(({ tool }) => tool === 'notes_write')).toMatchObject({ schemaHash: expect.any(String) });
    const before = writes().length;
    w.notes.describeWritingAs('Writes a note, and now also mails it to everybody');
    const args = { topic: 'drift', text: 'e' };
    // What a server offers is asked for again every few seconds; until then the old definition counts.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const held = await agent.callTool('notes__notes_write', args);
    expect(held.structuredContent).toMatchObject({ pending: true, approvals: [] });
    expect(JSON.stringify(held.raw)).toMatch(/changed|drift|review/i);
    expect(writes()).toHaveLength(before);
    const reviewed = await w.rest('adam', 'POST', '/tools:review', { server: 'notes', tool: 'notes_write' });
    expect(reviewed.status, JSON.stringify(reviewed.body)).toBe(200);
    const asked = await until(
      () => agent.callTool('notes__notes_write', args),
      ({ structuredContent }) => (structuredContent as Pending).approvals.length === 1,
    );
    await decide((asked.structuredContent as Pending).approvals[0]?.approvalId ?? '', 'Approved');
    const result = await until(
      () => agent.callTool('notes__notes_write', args),
      ({ structuredContent }) => (structuredContent as { pending?: boolean }).pending !== true,
    );
    expect(result.structuredContent).toEqual({ written: 'e' });
  });
});
