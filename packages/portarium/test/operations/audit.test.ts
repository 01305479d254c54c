import { createRuntime, localIdentity } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedClient } from '../../src/client/embedded-client.js';
import type { Callable } from '../../src/client/portarium-client.js';
import { callChain, noWorkspace } from '../../src/domain/evidence.js';
import { keepCalls } from '../../src/operations/keep-calls.js';
import { operations } from '../../src/operations/list.js';
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
});
