import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory, serveRaw } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { connect, newRoot, writeStudy } from './served.js';

/** Category, default deadline in seconds (0 is none), and whether the tool writes, as the specification has them. */
const tools = [
  ['cobre/validate', 'validation', 60, false],
  ['cobre/run', 'execution', 0, true],
  ['cobre/query-results', 'query', 30, false],
  ['cobre/query-convergence', 'query', 10, false],
  ['cobre/inspect-policy', 'query', 10, false],
  ['cobre/compare-policies', 'comparison', 30, false],
  ['cobre/inspect-case', 'query', 10, false],
  ['cobre/list-scenarios', 'query', 10, false],
  ['cobre/export-results', 'export', 60, true],
  ['cobre/get-config-schema', 'introspection', 5, false],
] as const;

const definitions = cobreServer().operations ?? [];

test.each(tools)('%s belongs to %s: its deadline is %i s, and that it writes is %s', (name, _, seconds, writes) => {
  const tool = definitions.find((definition) => definition.name === name);
  expect(tool?.timeoutMs).toBe(seconds * 1000);
  expect(tool?.effect).toBe(writes ? 'write' : 'read');
});

test('the ten tools of the specification are listed first, in its order; two for runs in the background follow', () => {
  expect(definitions.map(({ name }) => name)).toEqual([
    ...tools.map(([name]) => name),
    'cobre/get-task-status',
    'cobre/cancel-task',
  ]);
});

test('a server without flags lists all ten tools, and those that read work', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root);
  const server = await connect(root, { write: false });
  const listed = (await server.client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining(tools.map(([name]) => name)));
  for (const name of ['cobre/validate', 'cobre/inspect-case', 'cobre/list-scenarios']) {
    expect((await server.call(name, { case_dir: caseDir })).isError).toBe(false);
  }
  expect((await server.call('cobre/get-config-schema')).isError).toBe(false);
  await server.close();
});

test('lists are the same before and after everything has changed on disk', async () => {
  const root = await newRoot();
  const files = await openSandbox([root]);
  const { client, close } = await connectInMemory(cobreServer(), { files, allowWrite: true });
  const lists = async () => [
    await client.listTools(),
    await client.listResources(),
    await client.listResourceTemplates(),
    await client.listPrompts(),
  ];
  const before = await lists();
  const caseDir = await writeStudy(root);
  await client.callTool({ name: 'cobre/run', arguments: { case_dir: caseDir } });
  expect(await lists()).toEqual(before);
  await close();
});

test.each(['resources/write', 'resources/update', 'resources/create', 'resources/delete', 'resources/subscribe'])(
  'no resource can be changed: there is no %s',
  async (method) => {
    const { session } = serveRaw(cobreServer(), { files: await openSandbox([await newRoot()]), allowWrite: true });
    await session.initialize('2025-03-26');
    const uri = 'cobre://case/x/config';
    expect(await session.request(1, method, { uri, contents: [] })).toMatchObject({ error: { code: -32601 } });
    session.end();
  },
);
