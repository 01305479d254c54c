import { expect, test } from 'vitest';
import { project, run } from '../commands/cli.js';
import { toolbox } from '../host/servers.js';

const codeMode = { enabled: true, excludedTools: ['count'] };

test('cpe mcp code-desc shows the description and the tokens of each form', async () => {
  const folder = project({ box: toolbox({}, 'read_file', 'write_file', 'count') }, { defaults: { codeMode } });
  const { code, out } = await run(folder, ['mcp', 'code-desc']);
  expect(code).toBe(0);
  expect(out).toContain('type WriteFileInput = { path: string; mode?: "new" | "append" };');
  expect(out).toContain('write_file: Tool<WriteFileInput, string>;');
  expect(out).toMatch(
    /Tokens for 2 tools of 1 servers \(o200k\):\n {2}as ordinary tools +\d+\n {2}full declarations +\d+ {2}shown above/,
  );
  expect(out).toContain('Excluded, offered as ordinary tools: count');
});

test('cpe mcp code-desc steps down within --budget, and tells programs the numbers', async () => {
  const folder = project({ box: toolbox({}, 'read_file') });
  const { out } = await run(folder, ['mcp', 'code-desc', '--budget', '0', '--json']);
  const { result } = JSON.parse(out) as {
    result: { level: string; costs: { total: { tools: number; json: number } } };
  };
  expect(result.level).toBe('names');
  expect(result.costs.total).toMatchObject({ tools: 1, json: expect.any(Number) });
  expect((await run(folder, ['mcp', 'code-desc', '--budget', 'many'])).code).toBe(1);
});
