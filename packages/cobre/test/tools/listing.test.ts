import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory, serveRaw } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { connect, finishedStudy, newRoot, writeStudy } from './served.js';

/** Category and default deadline in seconds (0 is none), as the specification has them. */
const tools = [
  ['cobre/validate', 'validation', 60],
  ['cobre/run', 'execution', 0],
  ['cobre/query-results', 'query', 30],
  ['cobre/query-convergence', 'query', 10],
  ['cobre/inspect-policy', 'query', 10],
  ['cobre/compare-policies', 'comparison', 30],
  ['cobre/inspect-case', 'query', 10],
  ['cobre/list-scenarios', 'query', 10],
  ['cobre/export-results', 'export', 60],
  ['cobre/get-config-schema', 'introspection', 5],
] as const;

const definitions = cobreServer().operations ?? [];

/** What a category means for whoever calls: what its tools work on, and whether files come of it. */
const categories = {
  validation: { on: ['case_dir'], writes: false },
  execution: { on: ['case_dir'], writes: true },
  query: { on: ['case_dir', 'output_dir', 'policy_dir'], writes: false },
  comparison: { on: ['policy_dirs'], writes: false },
  export: { on: ['output_dir'], writes: true },
  introspection: { on: [], writes: false },
} as const;

test.each(tools)('%s, for %s, has a default deadline of %i s', (name, _, seconds) => {
  expect(definitions.find((definition) => definition.name === name)?.timeoutMs).toBe(seconds * 1000);
});

test.each(tools)(
  '%s works as the category %s has it: on its kind of directory, with files to show or none',
  async (name, category) => {
    const { root, caseDir } = await finished();
    const output_dir = join(caseDir, 'output');
    const policy_dir = join(output_dir, 'policy');
    const places = { case_dir: caseDir, output_dir, policy_dir, policy_dirs: [policy_dir, policy_dir] };
    const server = await connect(root);
    const listed = (await server.client.listTools()).tools.find((tool) => tool.name === name);
    const { required = [] } = listed?.inputSchema ?? {};
    const given = Object.entries(places).filter(([key]) => required.includes(key));
    const { on, writes } = categories[category];
    expect(given.length).toBe(on.length === 0 ? 0 : 1);
    for (const [key] of given) expect(on).toContain(key);
    const before = await filesOf(root);
    const { isError } = await server.call(name, {
      ...Object.fromEntries(given),
      ...(required.includes('entity_type') ? { entity_type: 'hydros' } : {}),
      ...(required.includes('format') ? { format: 'csv' } : {}),
    });
    expect(isError).toBe(false);
    expect((await filesOf(root)) !== before).toBe(writes);
    expect(listed?.annotations?.readOnlyHint).toBe(!writes);
    await server.close();
  },
);

/** One finished study for all of them: what each leaves behind is compared with what it found. */
let made: Promise<{ root: string; caseDir: string }> | undefined;
function finished(): Promise<{ root: string; caseDir: string }> {
  made ??= newRoot().then(async (root) => ({ root, caseDir: await finishedStudy(root) }));
  return made;
}

/** Every file below a directory, with its size and time. */
async function filesOf(root: string): Promise<string> {
  const entries = await readdir(root, { recursive: true });
  const marks = entries.sort().map(async (name) => {
    const { size, mtimeMs } = await stat(join(root, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(marks)).join('\n');
}

test('the ten tools of the specification are listed first, in its order; two for runs in the background follow', async () => {
  const server = await connect(await newRoot());
  const listed = (await server.client.listTools()).tools.map(({ name }) => name);
  const background = ['cobre/get-task-status', 'cobre/cancel-task'];
  expect(listed.slice(0, 12)).toEqual([...tools.map(([name]) => name), ...background]);
  // What is added stands where anybody finds it, whoever adds to it.
  const added = listed.slice(12);
  expect(added).toContain('cobre/water-values');
  expect(added).toEqual([...added].sort());
  await server.close();
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
