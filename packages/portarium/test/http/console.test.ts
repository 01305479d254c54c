import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until, type World, world } from './world.js';

interface Card {
  readonly approvalId: string;
  readonly plan: readonly { readonly tool: string; readonly arguments: unknown }[];
  readonly reason: string;
  readonly requiredApprovals: number;
  readonly remainingApprovals: number;
  readonly yourDecision: { readonly possible: boolean; readonly code?: string; readonly reason?: string };
}

interface Timeline {
  readonly entries: readonly { readonly seq: number; readonly type: string; readonly summary: string }[];
  readonly effects: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly planned?: { readonly arguments: unknown; readonly approvalId: string };
    readonly verified?: { readonly outcome: string; readonly output: unknown };
  }[];
}

/** What a web page needs of the REST API to show a decision, a run and the evidence honestly. */
describe('the REST API behind a page', () => {
  let w: World;
  let runId: string;
  let approvalId: string;
  beforeAll(async () => {
    w = await world();
    runId = (await w.rest('both', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'owls' } })).body.runId;
    const waiting = await until(
      async () => (await w.rest('zoe', 'GET', `/runs/${runId}`)).body,
      ({ status }) => status === 'WaitingForApproval',
    );
    approvalId = waiting.pendingApprovals[0]?.approvalId ?? '';
  });
  afterAll(() => w.close());

  const ask = async <T>(as: Parameters<World['rest']>[0], path: string) =>
    (await w.rest(as, 'GET', path)).body as unknown as T;

  test.each([
    ['an approver', 'bob', { possible: true }],
    ['whoever started the run', 'both', { possible: false, code: 'SeparationOfDuties' }],
    [
      'an operator',
      'alice',
      { possible: false, code: 'Forbidden', reason: expect.stringContaining('approval:decide') },
    ],
    ['an auditor', 'zoe', { possible: false, code: 'Forbidden' }],
  ] as const)(
    'an approval tells %s whether they can decide, and what a decision really answers',
    async (_, who, told) => {
      const card = await ask<Card>(who, `/approvals/${approvalId}`);
      expect(card.yourDecision).toMatchObject(told);
      expect(card).toMatchObject({
        plan: [{ tool: 'notes_write', arguments: { topic: 'owls', text: 'about owls' } }],
        reason: expect.stringContaining('HumanApprove'),
        requiredApprovals: 1,
        remainingApprovals: 1,
      });
      const { items } = await ask<{ items: Card[] }>(who, '/approvals?status=Pending');
      expect(items.map((item) => item.yourDecision)).toEqual([card.yourDecision]);
      if (told.possible) return;
      const refused = await w.rest(who, 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' });
      expect(refused.body).toMatchObject({ code: told.code, detail: card.yourDecision.reason });
    },
  );

  test('an approval of its own tells an agent that only people decide; those of others are not there for it', async () => {
    expect((await w.rest('bot-1', 'GET', `/approvals/${approvalId}`)).status).toBe(404);
    const body = { workflowId: 'notes', parameters: { topic: 'bats' } };
    const own = (await w.rest('bot-1', 'POST', '/runs', body)).body.runId;
    const { pendingApprovals } = await until(
      async () => (await w.rest('bot-1', 'GET', `/runs/${own}`)).body,
      ({ status }) => status === 'WaitingForApproval',
    );
    const card = await ask<Card>('bot-1', `/approvals/${pendingApprovals[0]?.approvalId}`);
    expect(card.yourDecision).toMatchObject({ possible: false, code: 'Forbidden' });
    expect(card.yourDecision.reason).toContain('Only people');
    const decided = await w.rest('bot-1', 'POST', `/approvals/${card.approvalId}/decide`, { decision: 'Approved' });
    expect(decided.body).toMatchObject({ code: 'Forbidden', detail: card.yourDecision.reason });
    await w.rest('bot-1', 'POST', `/runs/${own}/cancel`, {});
  });

  test('a timeline shows what is planned beside what was done, before and after the decision', async () => {
    const before = await ask<Timeline>('zoe', `/runs/${runId}/timeline`);
    expect(before.effects.map(({ stepId, status }) => [stepId, status])).toEqual([
      ['read', 'Unplanned'],
      ['write', 'Missing'],
    ]);
    expect((await w.rest('bob', 'POST', `/approvals/${approvalId}/decide`, { decision: 'Approved' })).status).toBe(200);
    await until(
      async () => (await w.rest('zoe', 'GET', `/runs/${runId}`)).body,
      ({ status }) => status === 'Succeeded',
    );
    const after = await ask<Timeline>('zoe', `/runs/${runId}/timeline`);
    expect(after.effects[1]).toMatchObject({
      status: 'Matched',
      planned: { approvalId, arguments: { topic: 'owls', text: 'about owls' } },
      verified: { outcome: 'succeeded', output: { written: 'about owls' } },
    });
    const types = after.entries.map(({ type }) => type);
    const story = [
      'RunStarted',
      'PolicyEvaluated',
      'PlanGenerated',
      'ApprovalRequested',
      'ApprovalDecided',
      'RunSucceeded',
    ];
    expect(story.map((type) => types.indexOf(type))).toEqual(
      story.map((type) => types.indexOf(type)).sort((a, b) => a - b),
    );
    expect(types).toEqual(expect.arrayContaining(story));
    expect((await ask<Card>('carol', `/approvals/${approvalId}`)).yourDecision).toMatchObject({
      possible: false,
      code: 'Conflict',
      reason: expect.stringContaining('Approved by bob'),
    });
  });

  test('entries come as the text that was hashed, so that a page can recompute the chain by itself', async () => {
    const seen: { seq: number; hash: string; line: string }[] = [];
    let after = 0;
    for (;;) {
      const { items, nextCursor } = await ask<{ items: typeof seen; nextCursor?: string }>(
        'zoe',
        `/evidence:lines?limit=5&after=${after}`,
      );
      seen.push(...items);
      if (nextCursor === undefined) break;
      after = Number(nextCursor);
    }
    let previous = '0'.repeat(64);
    for (const { seq, hash, line } of seen) {
      // What a browser does: take the hash out of the text, hash the rest, compare.
      const text = line.replace(`"hash":"${hash}",`, '');
      expect(createHash('sha256').update(text).digest('hex'), `entry ${seq}`).toBe(hash);
      expect(JSON.parse(line)).toMatchObject({ seq, hash, previous });
      previous = hash;
    }
    const response = await fetch(`${w.url}/v1/workspaces/ws-a/evidence:export`, {
      headers: { authorization: `Bearer ${w.keys.zoe}` },
    });
    const exported = (await response.text()).split('\n').filter((line) => line.includes('"kind":"entry"'));
    expect(exported).toEqual(seen.map(({ line }) => line));
  });

  test('agents are listed with their liveness', async () => {
    const registered = await w.rest('adam', 'POST', '/agents', { machineId: 'm', agentId: 'a', displayName: 'A' });
    expect(registered.status).toBe(200);
    const silent = await ask<{ items: { liveness: string }[] }>('bob', '/agents');
    expect(silent.items.map(({ liveness }) => liveness)).toEqual(['Registered']);
    await w.rest('adam', 'POST', '/agents/a/heartbeat', { status: 'degraded' });
    const alive = await ask<{ items: { liveness: string; leaseExpiresAtIso: string }[] }>('bob', '/agents');
    expect(alive.items).toMatchObject([{ liveness: 'Degraded', leaseExpiresAtIso: expect.any(String) }]);
  });

  test('a page can ask who is looking at it', async () => {
    expect(await ask('bob', '/me')).toMatchObject({
      principalId: 'bob',
      kind: 'user',
      roles: ['approver'],
      permissions: expect.arrayContaining(['approval:decide', 'approval:read']),
    });
    const zoe = await ask<{ permissions: string[] }>('zoe', '/me');
    expect(zoe.permissions.filter((permission) => !permission.endsWith(':read'))).toEqual([]);
    expect(await ask('bot-1', '/me')).toMatchObject({ kind: 'agent', onBehalfOf: 'alice' });
  });

  test('an agent pages through its own runs, however many of others lie between them', async () => {
    const body = { workflowId: 'notes', parameters: { topic: 'mine' } };
    const before = (await w.rest('bot-1', 'GET', '/runs?limit=100')).body.items as { runId: string }[];
    const mine = before.map((item) => item.runId);
    for (let i = 0; i < 3; i += 1) {
      await w.rest('alice', 'POST', '/runs', body);
      mine.unshift((await w.rest('bot-1', 'POST', '/runs', body)).body.runId);
    }
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await w.rest('bot-1', 'GET', `/runs?limit=2${cursor}`)).body;
      seen.push(...(page.items as { runId: string }[]).map((item) => item.runId));
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(mine);
  });

  test('the description of the API names all of this', async () => {
    const response = await fetch(`${w.url}/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, unknown> };
    const below = (path: string) => `/v1/workspaces/{workspaceId}${path}`;
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(
        ['/me', '/approvals', '/runs/{runId}/timeline', '/evidence:lines', '/agents', '/events:stream'].map(below),
      ),
    );
  });
});
