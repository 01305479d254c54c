import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { createRuntime, noAudit, operation, type ServerDefinition, toolErrorProfile } from '../../src/index.js';
import { openSandbox } from '../../src/sandbox/index.js';
import { connectInMemory, expectGolden, serveRaw } from '../../src/testing/index.js';
import { kitchen, literalInput } from '../fixtures/kitchen.js';

interface Listed {
  readonly result: { readonly tools: readonly Record<string, unknown>[] };
}

async function listOf(definition: ServerDefinition, options = {}): Promise<readonly Record<string, unknown>[]> {
  const { session, service } = serveRaw(definition, options);
  const { result } = (await session.request(1, 'tools/list')) as unknown as Listed;
  await service.close();
  return result.tools;
}

describe('tools/list', () => {
  test('lists literal JSON Schemas unchanged, byte for byte', async () => {
    const tool = (await listOf(kitchen)).find(({ name }) => name === 'kitchen/literal');
    expect(JSON.stringify(tool?.inputSchema)).toBe(JSON.stringify(literalInput));
  });

  test('derives schemas from zod, with defaults optional for callers', async () => {
    const tool = (await listOf(kitchen)).find(({ name }) => name === 'kitchen/echo');
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['text'], additionalProperties: false });
    expect(tool?.outputSchema).toMatchObject({ type: 'object', required: ['text', 'times'] });
  });

  test.each([
    ['kitchen/echo', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['kitchen/cook', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
  ])('gives %s all four hints', async (name, hints) => {
    const tool = (await listOf(kitchen)).find((candidate) => candidate.name === name);
    expect(tool?.annotations).toMatchObject(hints);
  });

  test('marks writes that would be refused in every place a client may look, and only those', async () => {
    const refused = (await listOf(kitchen)).find(({ name }) => name === 'kitchen/cook');
    const note = 'Write operations are disabled. Start the server with --allow-write to enable them.';
    expect(refused).toMatchObject({ annotation: note, _meta: { 'io.quadrivium/annotation': note } });
    expect(refused?.description).toContain(note);
    const allowed = (await listOf(kitchen, { allowWrite: true })).find(({ name }) => name === 'kitchen/cook');
    expect(allowed).not.toHaveProperty('annotation');
    expect(allowed?.description).toBe('Changes the kitchen.');
  });

  test('keeps the order of the definition', async () => {
    expect((await listOf(kitchen)).map(({ name }) => name)).toEqual(kitchen.operations?.map(({ name }) => name));
  });

  test('lists names every model provider accepts when the operator wants them', async () => {
    const names = (await listOf(kitchen, { toolNames: 'portable' })).map(({ name }) => String(name));
    expect(names).toContain('kitchen_echo');
    expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
  });

  test('is wrapped for revisions that only know objects', async () => {
    const { client, close } = await connectInMemory(kitchen);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'kitchen/list')?.outputSchema).toMatchObject({ type: 'object' });
    expect((await client.callTool({ name: 'kitchen/list', arguments: {} })).structuredContent).toEqual({
      result: [1, 2, 3],
    });
    await close();
  });

  test('refuses a cursor it never handed out', async () => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'tools/list', { cursor: 'x' })).toMatchObject({ error: { code: -32602 } });
    await service.close();
  });
});

describe('names', () => {
  test.each([['seed'], ['portable']] as const)(
    'every spelling is callable when %s names are listed',
    async (toolNames) => {
      const { session, service } = serveRaw(kitchen, { toolNames });
      for (const name of ['kitchen/echo', 'kitchen_echo', 'kitchen.echo']) {
        expect(await session.call(name, name, { text: 'x' })).toMatchObject({ result: { isError: false } });
      }
      expect(await session.call('alias', 'whoami')).toMatchObject({ result: { isError: false } });
      await service.close();
    },
  );

  test('that clash are refused when the runtime is created', () => {
    const twin = (name: string) => ({ ...(kitchen.operations ?? [])[0]!, name });
    const definition = { ...kitchen, operations: [twin('a/b'), twin('a_b')] };
    expect(() => createRuntime(definition, { audit: noAudit })).toThrow("Two tools answer to 'a_b'");
  });
});

describe('resources', () => {
  test('lists templates apart from plain resources and from what a template can enumerate', async () => {
    const { client, close } = await connectInMemory(kitchen);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'kitchen://case/{case_dir}/config',
      'kitchen://case/{case_dir}/entities/{entity_type}',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['kitchen://case/%2Fdata%2Fone/config', 'kitchen://readme']);
    await close();
  });

  test.each([
    [
      'an encoded path',
      'kitchen://case/%2Fdata%2Fone/entities/hydros',
      { case_dir: '/data/one', entity_type: 'hydros' },
    ],
    [
      'a path nobody encoded',
      'kitchen://case//data/one/entities/hydros',
      { case_dir: '/data/one', entity_type: 'hydros' },
    ],
    [
      'a doubly encoded path, decoded once',
      'kitchen://case/%252Fdata/entities/x',
      { case_dir: '%2Fdata', entity_type: 'x' },
    ],
  ])('are read by %s', async (_, uri, variables) => {
    const { client, close } = await connectInMemory(kitchen);
    const { contents } = await client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, mimeType: 'application/json' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(variables);
    await close();
  });

  test.each([
    ['unknown ones', 'kitchen://nothing', -32602, { uri: 'kitchen://nothing' }],
    [
      'malformed encoding',
      'kitchen://case/%zz/config',
      -32602,
      { uri: 'kitchen://case/%zz/config', kind: 'InvalidUri' },
    ],
    ['faults', 'kitchen://case/%2Fmissing/config', -32602, { kind: 'MissingFile', context: { path: '/missing' } }],
    ['crashes', 'kitchen://case/%2Fcrash/config', -32603, { kind: 'InternalError' }],
  ])('answer %s with a code and data', async (_, uri, code, data) => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'resources/read', { uri })).toMatchObject({ error: { code, data } });
    await service.close();
  });

  test('a request without a URI is told so', async () => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'resources/read', {})).toMatchObject({
      error: { code: -32602, message: 'Invalid params: uri must be a string' },
    });
    await service.close();
  });
});

describe('prompts', () => {
  test('list string arguments and keep the full schema in _meta', async () => {
    const { client, close } = await connectInMemory(kitchen);
    const { prompts } = await client.listPrompts();
    expect(prompts[0]).toMatchObject({
      name: 'kitchen/compare',
      arguments: [
        { name: 'output_dirs', required: true },
        { name: 'metric', required: false },
      ],
      _meta: { 'io.quadrivium/arguments': { required: ['output_dirs'] } },
    });
    await close();
  });

  test.each([
    ['JSON text', '["/a","/b"]'],
    ['a comma list', '/a, /b'],
    ['a newline list', '/a\n/b\n'],
    ['a literal array', ['/a', '/b']],
  ])('take an array argument as %s', async (_, output_dirs) => {
    const { session, service } = serveRaw(kitchen);
    const params = { name: 'kitchen.compare', arguments: { output_dirs } };
    expect(await session.request(1, 'prompts/get', params)).toMatchObject({
      result: { messages: [{ role: 'user', content: { type: 'text', text: 'Compare ["/a","/b"] by storage.' } }] },
    });
    await service.close();
  });

  test.each([
    ['an unknown prompt', { name: 'nope' }, 'UnknownPrompt'],
    ['a missing argument', { name: 'kitchen/compare' }, 'InvalidArguments'],
    ['too short a list', { name: 'kitchen/compare', arguments: { output_dirs: '/a' } }, 'InvalidArguments'],
    [
      'a value outside the enum',
      { name: 'kitchen/compare', arguments: { output_dirs: '/a,/b', metric: 'x' } },
      'InvalidArguments',
    ],
  ])('refuse %s with -32602', async (_, params, kind) => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'prompts/get', params)).toMatchObject({ error: { code: -32602, data: { kind } } });
    await service.close();
  });
});

describe('completions', () => {
  test('come from enums, word lists and directories below the allowed roots', async () => {
    const root = mkdtempSync(join(tmpdir(), 'kernel-complete-'));
    for (const name of ['case-a', 'case-b', 'other']) writeFileSync(join(root, `${name}.txt`), '');
    const files = await openSandbox([root]);
    await files.mkdir('cases/one');
    await files.mkdir('cases/two');
    const { client, close } = await connectInMemory(kitchen, { files });
    const template = { type: 'ref/resource', uri: 'kitchen://case/{case_dir}/config' } as const;
    const complete = async (value: string) =>
      (await client.complete({ ref: template, argument: { name: 'case_dir', value } })).completion.values;
    expect(await complete('')).toEqual(['cases']);
    expect(await complete('cases/t')).toEqual(['cases/two']);
    expect(await complete('/etc/')).toEqual([]);
    expect(await complete('../')).toEqual([]);
    const ref = { type: 'ref/resource', uri: 'kitchen://case/{case_dir}/entities/{entity_type}' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'entity_type', value: 't' } });
    expect(completion).toMatchObject({ values: ['thermals'], total: 1, hasMore: false });
    await close();
    rmSync(root, { recursive: true });
  });

  test('for something unknown are refused, and never more than a hundred', async () => {
    const words = Array.from({ length: 150 }, (_, i) => `w${i}`);
    const prompt = {
      name: 'p',
      description: 'd',
      arguments: z.object({ word: z.enum(words as [string, ...string[]]) }),
      run: () => 'x',
    };
    const { session, service } = serveRaw({ ...kitchen, prompts: [prompt] });
    const argument = { name: 'word', value: 'w' };
    expect(
      await session.request(1, 'completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument }),
    ).toMatchObject({
      result: { completion: { values: words.slice(0, 100), total: 150, hasMore: true } },
    });
    expect(
      await session.request(2, 'completion/complete', { ref: { type: 'ref/prompt', name: 'q' }, argument }),
    ).toMatchObject({
      error: { code: -32602 },
    });
    await service.close();
  });
});

describe('golden files', () => {
  test('hold what clients see of each tool', () => {
    expectGolden(kitchen, fileURLToPath(new URL('./golden', import.meta.url)));
  });

  test('name every tool that changed, appeared or went away', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kernel-golden-'));
    const tool = operation({
      name: 'one',
      title: 'One',
      description: 'd',
      effect: 'read',
      input: z.object({}),
      run: () => ({}),
    });
    const definition: ServerDefinition = {
      name: 's',
      version: '1',
      operations: [tool],
      errorProfile: toolErrorProfile,
    };
    expect(() => expectGolden(definition, folder)).toThrow('one.json');
    process.env.UPDATE_GOLDEN = '1';
    expectGolden(definition, folder);
    delete process.env.UPDATE_GOLDEN;
    expectGolden(definition, folder);
    expect(() => expectGolden({ ...definition, operations: [] }, folder)).toThrow('one.json');
    rmSync(folder, { recursive: true });
  });
});
