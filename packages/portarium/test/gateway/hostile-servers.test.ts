import { createServer } from 'node:net';
import type { Operation } from '@quadrivium/kernel';
import { expect, test, vi } from 'vitest';
import { namesOf, refuseAmbiguous } from '../../src/gateway/tool-names.js';
import { governed, serverOf, tool } from './governed.js';

const soon = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 50 });

/** A port that nobody listens on yet. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.each(['legacy', 'modern'] as const)(
  'a server that was down is offered when it comes, and a %s caller is told',
  async (mode) => {
    const port = await freePort();
    const { url } = await serverOf([tool('here', () => ({ ok: 1 }))]);
    const { as } = await governed({ early: url, late: `http://127.0.0.1:${port}/mcp` });
    const agent = await as('bot', { mode });
    let told = 0;
    agent.on('toolsChanged', () => {
      told += 1;
    });
    const names = async () => (await agent.tools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(['portarium_pending_result', 'run_program', 'early__here']);
    await serverOf([tool('there', () => ({ ok: 2 }))], {}, port);
    await soon(() => expect(told).toBeGreaterThan(0));
    expect(await names()).toEqual(['portarium_pending_result', 'run_program', 'early__here', 'late__there']);
    expect((await agent.callTool('late__there', {})).structuredContent).toEqual({ ok: 2 });
  },
);

test('a tool that a server adds while it runs is offered, and one that it takes away is not', async () => {
  let change: (operations: readonly Operation[]) => void = () => {};
  const [first, second] = [tool('first', () => ({})), tool('second', () => ({ ok: true }))];
  const { url } = await serverOf([first], {
    watchOperations: (changed) => {
      change = changed;
    },
  });
  const { as } = await governed({ shop: url });
  const agent = await as('bot');
  change([second]);
  await soon(async () =>
    expect((await agent.tools()).tools.map(({ name }) => name)).toEqual([
      'portarium_pending_result',
      'run_program',
      'shop__second',
    ]),
  );
  expect((await agent.callTool('shop__second', {})).structuredContent).toEqual({ ok: true });
});

test('two servers whose tools would have one name are not served at all', async () => {
  expect(() => refuseAmbiguous(['a__b', 'a'])).toThrow(/a__b/);
  for (const server of ['a_', 'a__b', 'a.b', '', '_a', 'a b'])
    expect(() => refuseAmbiguous([server]), server).toThrow(/could be taken/);
  refuseAmbiguous(['a', 'a_b', 'a-b', 'A1']);
  const { url } = await serverOf([tool('c', () => ({}))]);
  await expect(governed({ a__b: url, a: url })).rejects.toMatchObject({ kind: 'BadConfiguration' });
});

test('tools of one server that some client would spell alike have a name each, and what clashes on purpose has none', () => {
  const names = [...namesOf('s', ['a.b', 'a_b', 'a/b', 'plain']).values()];
  expect(new Set(names.map((name) => name.replaceAll(/[^\w-]/g, '_')))).toHaveProperty('size', 4);
  expect(names).toContain('s__plain');
  const [forged = ''] = [...namesOf('s', ['a.b', 'a_b']).values()];
  const clashing = namesOf('s', ['a.b', 'a_b', forged.slice('s__'.length)]);
  expect(new Set(clashing.values()).size).toBe(clashing.size);
  const long = 'x'.repeat(100);
  expect(new Set([...namesOf('s', [`${long}1`, `${long}2`]).values()].map((name) => name.slice(0, 64))).size).toBe(2);
});

test('a tool called like one of ours is another one', async () => {
  const { url } = await serverOf([
    tool('portarium_pending_result', () => ({ mine: true })),
    tool('toString', () => ({ text: true })),
  ]);
  const { as } = await governed({ shop: url });
  const agent = await as('bot');
  const { tools } = await agent.tools();
  expect(tools.map(({ name }) => name)).toEqual([
    'portarium_pending_result',
    'run_program',
    'shop__portarium_pending_result',
    'shop__toString',
  ]);
  expect((await agent.callTool('shop__portarium_pending_result', {})).structuredContent).toEqual({ mine: true });
  expect((await agent.callTool('portarium_pending_result', { runId: 'run_none' })).isError).toBe(true);
  expect((await agent.callTool('shop__toString', {})).structuredContent).toEqual({ text: true });
});
