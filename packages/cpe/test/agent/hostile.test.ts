/** The hostile servers of the kernel's contract (kernel/test/untrusted), met by a model through cpe. */
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { HOSTILE_SERVER } from '../../../kernel/test/untrusted/hostile-cases.js';
import { RESERVED_NAMES } from '../../src/host/reserved-names.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest } from './mock-provider.js';

const { provider, bench, configure } = useAgentBench();

/** Only ends what hangs. */
const HANGS_MS = 60_000;

function hostile(name: string): object {
  const limits = { requestTimeout: 20, maxRequestTime: 2, protocol: 'legacy' };
  return { s: { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], ...limits } };
}

function toolNames(request: MockRequest | undefined): string[] {
  return ((request?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
}

function lastResult(request: MockRequest | undefined): string {
  return JSON.stringify((request?.body.messages as unknown[] | undefined)?.at(-1));
}

describe('an agent goes on after', () => {
  const servers: [string, string][] = [
    ['deep-result', 'nests deeper than 128 levels'],
    ['pattern-output', 'structured'],
    ['reference-tree', 'structured'],
    ['own-properties', 'structured'],
    ['endless-progress', 'in all'],
    ['long-description', 'done'],
    ['escapes', 'found'],
  ];
  test.each(sampled('hostile servers that a model meets', servers, 3))(
    '%s',
    { timeout: HANGS_MS },
    async (name, told) => {
      configure(hostile(name));
      provider.script('m', { calls: [{ tool: 'evil', input: {} }] }, { text: 'went on' });
      const { code, stdout, stderr } = await bench.run(['do it']);
      expect([code, stdout]).toEqual([0, 'went on\n']);
      expect(stderr).not.toMatch(/\n\s+at .*(?:node:|file:|\.js:)/);
      expect(stderr).not.toContain('\u001b]');
      expect(lastResult(provider.requests[1])).toContain(told);
    },
  );

  test('20,000 tools, of which it is told to search', { timeout: HANGS_MS }, async () => {
    configure(hostile('many-tools'), { toolBudget: 5_000 });
    provider.script('m', { text: 'went on' });
    expect((await bench.run(['do it'])).stdout).toBe('went on\n');
    expect(toolNames(provider.requests[0])).toContain('search_tools');
  });
});

test('what a server calls like a tool of ours is offered under another name, and ours is ours', {
  timeout: HANGS_MS,
}, async () => {
  configure(hostile('built-in-names'));
  provider.script(
    'm',
    { calls: [{ tool: 'read_result', input: { id: 'none' } }] },
    { calls: [{ tool: 's__read_result', input: {} }] },
    { text: 'seen' },
  );
  expect((await bench.inProcess(['do it'])).stdout).toBe('seen\n');
  const names = toolNames(provider.requests[0]);
  expect(names.filter((name) => name === 'read_result')).toHaveLength(1);
  expect([...RESERVED_NAMES].filter((name) => names.includes(`s__${name}`))).toHaveLength(RESERVED_NAMES.size);
  expect(lastResult(provider.requests[1])).not.toContain('stolen');
  expect(lastResult(provider.requests[2])).toContain('stolen by read_result');
});
