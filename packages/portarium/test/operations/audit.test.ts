import { type AuditEvent, createRuntime, localIdentity } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedClient } from '../../src/client/embedded-client.js';
import type { Callable } from '../../src/client/portarium-client.js';
import { callChain, noWorkspace } from '../../src/domain/evidence.js';
import { keepCalls } from '../../src/operations/keep-calls.js';
import { operations } from '../../src/operations/list.js';
import { refusalLog } from '../../src/operations/refusals.js';
import { portariumServer } from '../../src/tools/server.js';
import { type World, world } from '../http/world.js';

/** Driven by the list: an operation that is added is looked at without a line here. */
describe('every call of every operation leaves one entry in a chain of calls', () => {
  let w: World;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    w = await world();
    client = await connect({ type: 'http', url: `${w.url}/mcp`, headers: { authorization: `Bearer ${w.keys.adam}` } });
  });
  afterAll(async () => {
    await client.close();
    await w.close();
  });

  async function kept(): Promise<number> {
    const { calls, store } = w.plane.deps;
    await calls.flush();
    const heads = [callChain('ws-a'), callChain(noWorkspace)].map((chain) => store.ledger.head(chain));
    return (await Promise.all(heads)).reduce((sum, { seq }) => sum + seq, 0);
  }

  async function entriesOf(work: () => Promise<unknown>): Promise<number> {
    const before = await kept();
    await work();
    return (await kept()) - before;
  }

  const named = operations.map((operation) => [operation.rest?.operationId ?? operation.name, operation] as const);
  const request = async (as: 'adam' | 'zoe' | 'eve', { rest }: (typeof operations)[number]) => {
    const { method = 'GET', path = '/' } = rest ?? {};
    const leave = new AbortController();
    const response = await fetch(`${w.url}${path.replace('{workspaceId}', 'ws-a').replace(/\{\w+\}/g, 'x')}`, {
      method,
      headers: { authorization: `Bearer ${w.keys[as]}`, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
      signal: leave.signal,
    });
    leave.abort();
    return response.status;
  };

  test.each(named)(
    '%s over REST: done or refused, by whoever may, may not, or is from elsewhere',
    async (_, operation) => {
      for (const who of ['adam', 'zoe', 'eve'] as const) expect(await entriesOf(() => request(who, operation))).toBe(1);
    },
  );

  test.each(named)('%s over MCP, where it is a tool and where it is not', async (_, { name }) => {
    const call = () => client.callTool(name, { workspaceId: 'ws-a' }).catch(() => undefined);
    expect(await entriesOf(call)).toBe(1);
  });

  test.each(named)('%s as a command', async (_, operation) => {
    const { deps } = w.plane;
    const runtime = createRuntime(portariumServer(deps, { principalId: 'adam', roles: 'stored' }), {
      audit: keepCalls(deps),
    });
    const command = embeddedClient(runtime, { front: 'cli', identity: localIdentity });
    expect(
      await entriesOf(() => command.call(operation as Callable, { workspaceId: 'ws-a' }).catch(() => undefined)),
    ).toBe(1);
  });

  test('a change is kept with its call, who made it and how it came; the chain verifies', async () => {
    await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'kept' } });
    const entries = [];
    for await (const entry of w.plane.deps.store.ledger.entries({
      chain: callChain('ws-a'),
      type: 'portarium_run_start',
    }))
      entries.push(entry);
    expect(entries.at(-1)).toMatchObject({
      actor: { kind: 'user', id: 'alice' },
      body: { front: 'rest', outcome: 'ok', args: { workflowId: 'notes' } },
    });
    const { valid, chains } = await w.plane.verifyEvidence(w.admin);
    expect({ valid, chains: chains.map(({ chain }) => chain) }).toEqual({
      valid: true,
      chains: ['ws-a', 'calls/ws-a'],
    });
  });

  test('what was only read is kept after changes that came later, and no entry carries an earlier time for it', async () => {
    for (let round = 0; round < 3; round += 1) {
      await w.rest('alice', 'GET', '/runs');
      await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'later' } });
    }
    await w.plane.deps.calls.flush();
    const times: string[] = [];
    const begun: unknown[] = [];
    for await (const { at, body } of w.plane.deps.store.ledger.entries({ chain: callChain('ws-a') })) {
      times.push(at);
      begun.push((body as { startedAtIso?: unknown }).startedAtIso);
    }
    expect(times).toEqual(times.toSorted());
    expect(begun.slice(-6)).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(/^\d{4}-\d\d-\d\dT/)));
  });

  test.each([
    ['a route that is not there', 'GET', '/v1/workspaces/ws-a/nothing', 'adam', undefined, 404],
    ['a method that is not there', 'DELETE', '/v1/workspaces/ws-a/runs', 'adam', undefined, 405],
    ['a body that is no JSON', 'POST', '/v1/workspaces/ws-a/runs', 'adam', '{', 400],
    ['a key that nobody has', 'GET', '/v1/workspaces/ws-a/runs', undefined, undefined, 401],
  ] as const)('%s is refused before it is a call, and recorded', async (_, method, path, who, body, status) => {
    const authorization = `Bearer ${who === undefined ? 'qk_aaaaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb' : w.keys[who]}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const ask = () => fetch(`${w.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    let answer: Response | undefined;
    expect(
      await entriesOf(async () => {
        answer = await ask();
      }),
    ).toBe(1);
    expect(answer?.status).toBe(status);
    const chain = callChain(who === undefined ? noWorkspace : 'ws-a');
    const { seq } = await w.plane.deps.store.ledger.head(chain);
    for await (const entry of w.plane.deps.store.ledger.entries({ chain, after: seq - 1 }))
      expect(entry).toMatchObject({ type: `${method} ${path}`, body: { front: 'rest', outcome: 'refused' } });
  });

  test('who has no key cannot fill the record: a few a minute are kept, and the next says how many were not', async () => {
    const events: AuditEvent[] = [];
    let now = 0;
    const refused = refusalLog(
      (event) => void events.push(event),
      () => now,
    );
    const request = { front: 'rest', target: 'GET /v1/x', kind: 'Unauthenticated', requestId: 'r' } as const;
    for (let asked = 0; asked < 100; asked += 1) await refused(request);
    expect(events).toHaveLength(60);
    now = 60_000;
    await refused(request);
    expect(events.at(-1)).toMatchObject({ outcome: 'refused', args: { unrecorded: 40 } });
  });
});
