import { describe, expect, test } from 'vitest';
import { partitionTools } from '../src/partition.js';
import { codeModeOf, hostTool, memoryHost } from './fixtures/memory-host.js';

describe('refused with advice before anything starts (K14)', () => {
  test.each([
    [
      'two tools of one server',
      [{ name: 'read-file' }, { name: 'read_file' }],
      /"read-file" and "read_file".*tools\.srv\.read_file/,
      /excludedTools/,
    ],
    [
      'two servers',
      [
        { server: 'a.b', name: 'x' },
        { server: 'a_b', name: 'y' },
      ],
      /"a\.b" and "a_b".*tools\.a_b/,
      /Rename/,
    ],
    ['the name of the code tool', [{ name: 'execute_typescript' }], /execute_typescript/, /disabledTools/],
  ])('%s', async (_, tools, message, suggestion) => {
    const refused = codeModeOf(memoryHost(tools));
    await expect(refused).rejects.toMatchObject({
      kind: 'ConfigInvalid',
      message: expect.stringMatching(message),
      suggestion: expect.stringMatching(suggestion),
    });
  });

  test('the advice helps', async () => {
    const host = memoryHost([{ name: 'read-file' }, { name: 'read_file' }]);
    const mode = await codeModeOf(host, { excludedTools: ['read-file'] });
    expect(mode.direct.map(({ name }) => name)).toEqual(['read-file']);
    expect(mode.code.map(({ name }) => name)).toEqual(['read_file']);
  });

  test('the same name on two servers is no clash, but has no short form', async () => {
    const tools = ['a', 'b'].map((server) => ({ server, name: 'x', answer: () => server }));
    const mode = await codeModeOf(memoryHost(tools));
    const code = 'return [await tools.a.x({}), await tools.b.x({}), typeof tools.x]';
    expect((await mode.execute({ code })).structuredContent).toEqual(['a', 'b', 'undefined']);
  });

  test('a tool named like a server leaves the server its name', async () => {
    const tools = [
      { server: 'a', name: 'b', answer: () => 'tool' },
      { server: 'b', name: 'c', answer: () => 'server' },
    ];
    const mode = await codeModeOf(memoryHost(tools), { typecheck: true });
    expect(
      (await mode.execute({ code: 'return [await tools.a.b({}), await tools.b.c({})]' })).structuredContent,
    ).toEqual(['tool', 'server']);
  });

  test('names from the language itself are names of tools like any other', async () => {
    const names = ['constructor', '__proto__', '天気', 'größe', 'then', 'toString', 'default', 'name', 'length', 'raw'];
    const mode = await codeModeOf(memoryHost(names.map((name) => ({ name, answer: () => name }))), { typecheck: true });
    const calls = names.map((name) => `await tools.srv.${name}({})`);
    expect((await mode.execute({ code: `return [${calls.join(', ')}]` })).structuredContent).toEqual(names);
  });
});

describe('excluded tools', () => {
  const tools = ['read', 'write', 'image_make'].map((name) => hostTool({ name }));
  const other = hostTool({ server: 'other', name: 'read' });

  test.each<[string[], string[], string[], string[]]>([
    [[], ['srv.read', 'srv.write', 'srv.image_make', 'other.read'], [], []],
    [['image_*'], ['srv.read', 'srv.write', 'other.read'], ['srv.image_make'], []],
    [['read'], ['srv.write', 'srv.image_make'], ['srv.read'], []],
    [['other/read'], ['srv.read', 'srv.write', 'srv.image_make'], [], []],
    [['nothing'], ['srv.read', 'srv.write', 'srv.image_make', 'other.read'], [], ['nothing']],
  ])('%j stay ordinary tools', (excluded, code, direct, unmatched) => {
    const parts = partitionTools(tools, [...tools, other], excluded);
    const names = (list: readonly { server: string; name: string }[]) =>
      list.map(({ server, name }) => `${server}.${name}`);
    expect([names(parts.code), names(parts.direct), parts.unmatched]).toEqual([code, direct, unmatched]);
  });
});
