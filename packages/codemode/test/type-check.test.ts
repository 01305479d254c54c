import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeModeOf, memoryHost, textOf } from './fixtures/memory-host.js';

const readFile = {
  server: 'fs',
  name: 'read_file',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, head: { type: 'integer' } },
    required: ['path'],
  },
};
const list = {
  server: 'fs',
  name: 'list',
  outputSchema: {
    type: 'object',
    properties: {
      files: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
    required: ['files'],
  },
  answer: () => ({ structured: { files: [{ name: 'a.txt' }] } }),
};

describe('before anything runs', () => {
  test.each([
    [
      'a misspelt field',
      "await tools.fs.list();\nawait tools.fs.read_file({ pth: 'x' });",
      /main\.ts:2:\d+ [^\n]*\n[^\n]*Did you mean to write 'path'/,
    ],
    ['a missing field', 'await tools.fs.read_file({});', /Property 'path' is missing/],
    ['a wrong type', 'await tools.fs.read_file({ path: 7 });', /Type 'number' is not assignable to type 'string'/],
    ['a field that the result does not have', 'return (await tools.fs.list()).fils;', /Did you mean 'files'/],
    [
      'text used as an object',
      "return (await tools.read_file({ path: '' })).content;",
      /Property 'content' does not exist on type 'string'/,
    ],
    ['an unknown tool', 'await tools.fs.write_file({});', /Property 'write_file' does not exist/],
    ['a call that is not awaited but used', 'return tools.fs.list().files;', /Await the call before using its result/],
    ['a server without tools before it', "await fs.read_file({ path: '' });", /Write tools\.fs\.<tool>/],
    ['something that programs do not have', "await fetch('https://example.com');", /Programs have no fetch/],
  ])('%s is a type error, and no tool sees a call (K2)', async (_, code, message) => {
    const host = memoryHost([readFile, list]);
    const result = await (await codeModeOf(host, { typecheck: true })).execute({ code });
    expect(result).toMatchObject({ failed: 'type error', outcome: 'error', calls: 0 });
    expect(textOf(result)).toMatch(message);
    expect(textOf(result)).toContain('Nothing was executed.');
    expect(host.calls).toEqual([]);
  });

  test('honest programs pass, also careless ones', async () => {
    const mode = await codeModeOf(memoryHost([readFile, list]), { typecheck: true, keepState: true });
    const code = [
      'const rows = [];',
      'const size = (text) => text.length;',
      'for (const file of (await tools.fs.list()).files) rows.push(size(await tools.read_file({ path: file.name })));',
      'try { await tools.fs.read_file.raw({ path: "" }) } catch (error) { console.log(error.message) }',
      'const byName = {}; byName["a"] = 1;',
      'state.rows = rows;',
      'return rows.toSorted();',
    ].join('\n');
    expect((await mode.execute({ code })).structuredContent).toEqual([2]);
  });

  test('the compiler opens no file for a program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cpe-test-'));
    writeFileSync(join(folder, 'secret.ts'), "export const password = 'hunter2';");
    const mode = await codeModeOf(memoryHost([]), { typecheck: true });
    const secret = JSON.stringify(join(folder, 'secret'));
    const texts = [
      `/// <reference path=${JSON.stringify(join(folder, 'secret.ts'))} />\nconst x: typeof import(${secret}) = 1;`,
      `const { password } = await import(${secret}); const n: number = password;`,
      `import x = require(${secret});`,
    ].map(async (code) => textOf(await mode.execute({ code })));
    for (const text of await Promise.all(texts)) {
      expect(text).toMatch(/^(type|compile) error/);
      expect(text).not.toContain('hunter2');
    }
    rmSync(folder, { recursive: true });
  });

  test('without the compiler programs run all the same, and the user is told once', async () => {
    const notices: string[] = [];
    const options = { compilerPlaces: ['/nowhere/here.js'], onNotice: (notice: string) => notices.push(notice) };
    const mode = await codeModeOf(memoryHost([]), { typecheck: true }, options);
    expect(textOf(await mode.execute({ code: 'const n: number = "x"; return n' }))).toBe('x');
    expect(notices).toEqual([expect.stringContaining('programs are not type-checked')]);
  });
});
