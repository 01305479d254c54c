import { nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
import { until, type World, world } from './world.js';

/** The happy path and its neighbours, by the names of the specification's scenarios, through REST. */
describe.each([
  ['SQLite', false],
  ['PostgreSQL (needs postgresql)', true],
])('a workflow with a gate, through REST on %s', (_, onPostgres) => {
  if (onPostgres && postgresIsAbsent()) return test.skip('PostgreSQL is not installed', () => {});
  let w: World;
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = onPostgres ? await startPostgres() : undefined;
    w = await world(await server?.database('scenarios'));
  });
  afterAll(async () => {
    await w.close();
    await server?.stop();
  });

  const start = async (topic: string, as: 'alice' | 'both' = 'alice') => {
    const started = await w.rest(as, 'POST', '/runs', { workflowId: 'notes', parameters: { topic } });
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    expect(started.headers.get('location')).toBe(`/v1/workspaces/ws-a/runs/${started.body.runId}`);
    return started.body.runId;
  };
  const get = async (runId: string) => (await w.rest('alice', 'GET', `/runs/${runId}`)).body;
  const waiting = (runId: string) =>
    until(
      () => get(runId),
      ({ status }) => status === 'WaitingForApproval',
    );
  const approvalOf = async (runId: string) => {
    const [approval] = (await waiting(runId)).pendingApprovals;
    if (approval === undefined) throw new Error('Nothing waits.');
    return approval;
  };
  const decide = (as: 'alice' | 'bob' | 'carol' | 'zoe' | 'both' | 'bot-1', id: string, body: object, headers = {}) =>
    w.rest(as, 'POST', `/approvals/${id}/decide`, body, headers);
  const ended = (runId: string) =>
    until(
      () => get(runId),
      ({ status }) => ['Succeeded', 'Failed', 'Cancelled'].includes(status),
    );

  test('H1 and H2: it reads, asks, and writes once exactly what was approved', async () => {
    const runId = await start('ducks');
    const approval = await approvalOf(runId);
    expect(approval.planDigest).toMatch(/^sha256:/);
    expect(approval.plan).toMatchObject([{ tool: 'notes_write', arguments: { topic: 'ducks', text: 'about ducks' } }]);
    expect(w.notes.calls.filter(({ tool }) => tool === 'notes_write')).toEqual([]);
    const decided = await decide('bob', approval.approvalId, { decision: 'Approved' });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    const run = await ended(runId);
    expect(run.status).toBe('Succeeded');
    expect(w.notes.calls.filter(({ tool }) => tool === 'notes_write')).toEqual([
      { tool: 'notes_write', args: { topic: 'ducks', text: 'about ducks' } },
    ]);
    const { body } = await w.rest('zoe', 'GET', `/approvals/${approval.approvalId}`);
    const plan = await w.rest('zoe', 'GET', `/plans/${body.planId}`);
    expect(plan.body.diff).toMatchObject({ clean: true });
  });

  test('H3: the evidence holds the story in order and the export verifies without a server', async () => {
    const response = await fetch(`${w.url}/v1/workspaces/ws-a/evidence:export`, {
      headers: { authorization: `Bearer ${w.keys.zoe}` },
    });
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    const report = await verifyLines(lines, { crypto: nodeCrypto });
    expect(report.valid, JSON.stringify(report.problems)).toBe(true);
    const live = await w.rest('zoe', 'GET', '/evidence:verify');
    expect(live.body.valid).toBe(true);
    const tampered = lines.map((line, at) => (at === 3 ? line.replace(/"summary":"./, '"summary":"X') : line));
    expect((await verifyLines(tampered, { crypto: nodeCrypto })).valid).toBe(false);
  });

  test('A1: the same person cannot decide twice, and a repeated request is a replay', async () => {
    const { approvalId } = await approvalOf(await start('geese'));
    const key = { 'idempotency-key': 'decide-geese' };
    expect((await decide('bob', approvalId, { decision: 'Approved' }, key)).status).toBe(200);
    const again = await decide('bob', approvalId, { decision: 'Approved' }, key);
    expect(again.status).toBe(200);
    expect(again.body.replayed).toBe(true);
    const without = await decide('bob', approvalId, { decision: 'Approved' });
    expect(without.status).toBe(409);
    expect(without.headers.get('content-type')).toBe('application/problem+json');
  });

  test('A3 and A4: nobody decides about what they or their agents asked for', async () => {
    const own = await approvalOf(await start('own', 'both'));
    const refused = await decide('both', own.approvalId, { decision: 'Approved' });
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('SeparationOfDuties');
    expect((await decide('bot-1', own.approvalId, { decision: 'Approved' })).status).toBe(403);
    expect((await decide('zoe', own.approvalId, { decision: 'Approved' })).status).toBe(403);
  });

  test('A5: constraints in the body of a decision are refused, not obeyed', async () => {
    const { approvalId } = await approvalOf(await start('forged'));
    const body = { decision: 'Approved', previousApproverIds: ['carol'] };
    const refused = await decide('bob', approvalId, body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('previousApproverIds');
  });

  test('A6: a denial needs a reason and fails the run without a call', async () => {
    const before = w.notes.calls.filter(({ tool }) => tool === 'notes_write').length;
    const runId = await start('no');
    const { approvalId } = await approvalOf(runId);
    expect((await decide('bob', approvalId, { decision: 'Denied' })).status).toBe(422);
    expect((await decide('bob', approvalId, { decision: 'Denied', rationale: 'not now' })).status).toBe(200);
    const run = await ended(runId);
    expect(run).toMatchObject({ status: 'Failed', failure: { kind: 'ApprovalDenied' }, pendingApprovals: [] });
    expect(w.notes.calls.filter(({ tool }) => tool === 'notes_write')).toHaveLength(before);
  });

  test('X1, X4 and X6: cancelling closes the gate, twice is fine, and auditors cannot', async () => {
    const runId = await start('stop');
    const { approvalId } = await approvalOf(runId);
    expect((await w.rest('zoe', 'POST', `/runs/${runId}/cancel`)).status).toBe(403);
    expect((await w.rest('alice', 'POST', `/runs/${runId}/cancel`, { rationale: 'enough' })).status).toBe(200);
    expect(await ended(runId)).toMatchObject({ status: 'Cancelled', pendingApprovals: [] });
    expect((await w.rest('alice', 'POST', `/runs/${runId}/cancel`)).status).toBe(200);
    expect((await decide('bob', approvalId, { decision: 'Approved' })).status).toBe(409);
  });

  test('D1: one key, one run; other content is a conflict; another person has another scope', async () => {
    const body = { workflowId: 'notes', parameters: { topic: 'key' } };
    const headers = { 'idempotency-key': 'K' };
    const all = await Promise.all(Array.from({ length: 10 }, () => w.rest('alice', 'POST', '/runs', body, headers)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(all.map((answer) => answer.body.runId)).size).toBe(1);
    expect(all.filter((answer) => answer.body.replayed)).toHaveLength(9);
    const other = await w.rest('alice', 'POST', '/runs', { ...body, parameters: { topic: 'x' } }, headers);
    expect(other.status).toBe(409);
    const both = await w.rest('both', 'POST', '/runs', body, headers);
    expect(both.body.runId).not.toBe(all[0]?.body.runId);
  });

  test('H7: a client that comes back with Last-Event-ID gets exactly what it missed', async () => {
    const all = ((await w.rest('zoe', 'GET', '/events?limit=200')).body.items as { sequence: string }[]).map(
      ({ sequence }) => sequence,
    );
    const from = all[2] as string;
    const stop = new AbortController();
    const response = await fetch(`${w.url}/v1/workspaces/ws-a/events:stream`, {
      headers: { authorization: `Bearer ${w.keys.zoe}`, 'last-event-id': from },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const seen: string[] = [];
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      seen.splice(0, seen.length, ...[...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id as string));
      if (seen.length >= all.length - 3) break;
    }
    stop.abort();
    expect(seen.slice(0, all.length - 3)).toEqual(all.slice(3));
  });

  test('a subscriber sees what happens while it happens', async () => {
    const stop = new AbortController();
    const last = ((await w.rest('zoe', 'GET', '/events?limit=200')).body.items as { sequence: string }[]).length;
    const response = await fetch(`${w.url}/v1/workspaces/ws-a/events:stream?after=${last}`, {
      headers: { authorization: `Bearer ${w.keys.zoe}` },
      signal: stop.signal,
    });
    const runId = await start('live');
    const decoder = new TextDecoder();
    let text = '';
    const types = () =>
      [...text.matchAll(/^data: (.*)\n/gm)]
        .map(([, data]) => JSON.parse(data ?? '') as { type: string; runid?: string })
        .filter(({ runid }) => runid === runId)
        .map(({ type }) => type.split('.').at(-1));
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (types().includes('ApprovalRequested')) break;
    }
    stop.abort();
    expect(types().indexOf('RunStarted')).toBeGreaterThanOrEqual(0);
    expect(types().indexOf('RunStarted')).toBeLessThan(types().indexOf('ApprovalRequested'));
  });

  test('a subscriber that asks for what comes next gets nothing from before, and does not lose its place', async () => {
    async function read(query: string, lastEventId: string, isEnough: (ids: readonly number[]) => unknown) {
      const stop = new AbortController();
      const response = await fetch(`${w.url}/v1/workspaces/ws-a/events:stream${query}`, {
        headers: { authorization: `Bearer ${w.keys.zoe}`, 'last-event-id': lastEventId },
        signal: stop.signal,
      });
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        if (await isEnough(idsOf(text))) break;
      }
      stop.abort();
      return text;
    }
    const idsOf = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    const before = ((await w.rest('zoe', 'GET', '/events?limit=200')).body.items as unknown[]).length;

    const opened = await read('?after=latest', '', (ids) => ids.length > 0);
    const [place = 0] = idsOf(opened);
    expect(place).toBeGreaterThanOrEqual(before);
    expect(opened).toMatch(/^: connected\n\nid: \d+\n\n/);
    await start('next');
    // It comes back as a browser would: with the same address and the last number it was given.
    const missed = idsOf(await read('?after=latest', String(place), (ids) => ids.length > 1));
    expect(missed.slice(0, 2)).toEqual([place + 1, place + 2]);

    let begun: Promise<string> | undefined;
    const live = await read('?after=latest', '', async (ids) => {
      begun ??= start('then');
      await begun;
      return ids.length > 2;
    });
    const seen = idsOf(live);
    expect(seen).toEqual(seen.map((_, i) => (seen[0] as number) + i));
    expect(seen[0]).toBeGreaterThan(place);
    expect((await w.rest('zoe', 'GET', '/events:stream?after=soon')).body.errors).toEqual({
      after: ['must be a whole number or "latest"'],
    });
  });

  test('pages follow each other without gaps', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await w.rest('zoe', 'GET', `/runs?limit=2${query}`);
      seen.push(...(body.items as { runId: string }[]).map(({ runId }) => runId));
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    const { body } = await w.rest('zoe', 'GET', '/runs?limit=200');
    expect(seen).toEqual((body.items as { runId: string }[]).map(({ runId }) => runId));
  });

  test.each([
    ['a body that is no JSON', 'POST', '/runs', '{', 400],
    ['an unknown field', 'POST', '/runs', { workflowId: 'notes', nonsense: 1 }, 422],
    ['an unknown workflow', 'POST', '/runs', { workflowId: 'nope' }, 404],
    ['an unknown run', 'GET', '/runs/run_nope', undefined, 404],
    ['a path that is not there', 'GET', '/nonsense', undefined, 404],
    ['a method that is not possible', 'DELETE', '/runs', undefined, 405],
    ['a query nobody knows', 'GET', '/runs?limit=0', undefined, 422],
    ['a body beyond a mebibyte', 'POST', '/runs', { workflowId: 'x'.repeat(2 * 1024 * 1024) }, 413],
  ])('%s is a problem document', async (_, method, path, body, status) => {
    const answer = await w.rest('alice', method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status, code: expect.any(String), correlationId: expect.any(String) });
  });

  test('a page that did not change is not sent again', async () => {
    const first = await w.rest('zoe', 'GET', '/workflows/notes');
    const response = await fetch(`${w.url}/v1/workspaces/ws-a/workflows/notes`, {
      headers: { authorization: `Bearer ${w.keys.zoe}`, 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(response.status).toBe(304);
  });
});
