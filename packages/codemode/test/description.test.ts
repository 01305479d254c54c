import { describe, expect, test } from 'vitest';
import { describeCosts } from '../src/description/costs.js';
import { countTokens } from '../src/description/tokens.js';
import type { JsonObject } from '../src/tools/host-tool.js';
import { codeModeOf, hostTool, memoryHost } from './fixtures/memory-host.js';

const tools = ['read', 'write', 'move'].map((name) => ({
  server: 'fs',
  name,
  description: `Can ${name} a file. Takes its time when the file is large.`,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where the file is, from the root folder' },
      options: { type: 'object', properties: { encoding: { enum: ['utf8', 'latin1'] }, follow: { type: 'boolean' } } },
    },
    required: ['path'],
  },
}));

describe('the description', () => {
  test.each([
    [
      10_000,
      'declarations',
      ['/** Where the file is, from the root folder */ path: string;', 'encoding?: "utf8" | "latin1"'],
    ],
    [
      150,
      'signatures',
      ['read({ path: string, options?: object }): string // Can read a file.', 'describe("server.tool")'],
    ],
    [0, 'names', ['tools.fs: move, read, write', 'search("words")']],
  ])('within %d tokens shows %s', async (declarationBudget, level, texts) => {
    const mode = await codeModeOf(memoryHost(tools), { declarationBudget });
    expect(mode.level).toBe(level);
    for (const text of texts) expect(mode.description).toContain(text);
  });

  test('takes five percent of the context when nothing else is said', async () => {
    const levelFor = async (contextWindow: number) =>
      (await codeModeOf(memoryHost(tools), {}, { contextWindow })).level;
    expect([await levelFor(200_000), await levelFor(3_000), await levelFor(100)]).toEqual([
      'declarations',
      'signatures',
      'names',
    ]);
  });

  test('steps down where it costs most, and leaves the other servers their types', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ ...tools[0], server: 'crowd', name: `tool_${n}` }));
    const host = memoryHost([...tools, ...many] as never);
    const all = await describeCosts(host.everyTool());
    const declarationBudget =
      (all.perServer.get('crowd')?.signatures ?? 0) + (all.perServer.get('fs')?.declarations ?? 0);
    const { description, levels, level } = await codeModeOf(host, { declarationBudget });
    expect([...levels]).toEqual([
      ['fs', 'declarations'],
      ['crowd', 'signatures'],
    ]);
    expect(level).toBe('signatures');
    expect(description).toContain('type ReadInput = {');
    expect(description).not.toContain('type Tool0Input');
    expect(description).toContain('tool_0({ path: string, options?: object }): string');
    const tight = await codeModeOf(host, { declarationBudget: 0 });
    expect([...tight.levels.values()]).toEqual(['names', 'names']);
  });

  test('tells less of an output that makes types dearer than the definitions of ordinary tools', async () => {
    const deep = (depth: number): JsonObject =>
      depth === 0
        ? { type: 'string', description: 'At the very bottom of everything that was ever measured here' }
        : { type: 'object', properties: { low: deep(depth - 1), high: deep(depth - 1) }, required: ['low'] };
    const host = memoryHost(tools.map((tool) => ({ ...tool, outputSchema: deep(5) })));
    const { total } = await describeCosts(host.everyTool());
    expect(total.declarations).toBeGreaterThan(total.json);
    const { description, level } = await codeModeOf(host);
    expect(level).toBe('outline');
    expect(description).toContain('read: Tool<ReadInput, { low: any; high?: any }>;');
  });

  test('is the same however the servers order their tools, so that prompt caches hold', async () => {
    const one = await codeModeOf(memoryHost(tools));
    const other = await codeModeOf(memoryHost(tools.toReversed()));
    expect(other.description).toBe(one.description);
  });

  test('exists without any tool, because computing alone is useful', async () => {
    const mode = await codeModeOf(memoryHost([]));
    expect(mode.description).toContain('async function');
    expect((await mode.execute({ code: 'return [3, 1, 2].toSorted()' })).structuredContent).toEqual([1, 2, 3]);
  });
});

describe('the cost of definitions', () => {
  test('is told for each server and for all, in every form', async () => {
    const costs = await describeCosts(
      [...tools, { ...tools[0], server: 'other', name: 'x' }].map((tool) => hostTool(tool as never)),
    );
    expect([...costs.perServer.keys()]).toEqual(['fs', 'other']);
    const { json, declarations, signatures, names } = costs.total;
    expect(costs.total.tools).toBe(4);
    expect([json > declarations, declarations > signatures, signatures > names, names > 0]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('counts tokens of o200k', async () => {
    // "hello world" is two tokens in that vocabulary, as its published examples show.
    expect(await countTokens('hello world')).toBe(2);
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(0);
  });
});
