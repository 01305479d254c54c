/** Lazy servers under a model: what it does not call is not started. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import { cpeBundle, model } from './workbench.js';

const { provider, bench, configure } = useAgentBench();

function lazy(name: string, ...tools: string[]): object {
  return toolbox({ lazy: true, env: { STARTS: bench.path(`${name}.starts`) } }, ...tools);
}

function starts(name: string): number {
  const file = bench.path(`${name}.starts`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
}

test('a model is offered the tools of all servers, and only those that it calls are started', async () => {
  configure({ one: lazy('one', 'count'), two: lazy('two', 'read_file') });
  provider.script('m', { text: 'looked' }, { calls: [{ tool: 'read_file', input: { path: 'a' } }] }, { text: 'read' });
  await bench.inProcess(['-G', 'look']);
  expect([starts('one'), starts('two')]).toEqual([1, 1]);
  expect((await bench.inProcess(['-G', 'read'])).stdout).toBe('read\n');
  expect([starts('one'), starts('two')]).toEqual([1, 2]);
  const { tools, messages } = (provider.requests[2]?.body ?? {}) as {
    tools: { function: { name: string } }[];
    messages: { content: unknown }[];
  };
  expect(tools.map((tool) => tool.function.name)).toEqual(['count', 'read_file', 'read_result', 'read_resource']);
  expect(messages.at(-1)?.content).toBe(':a');
});

test('a preview asks its servers, for what only reads must be known', async () => {
  configure({ one: lazy('one', 'count') });
  provider.script('m', { text: 'looked' }, { text: 'looked again' });
  await bench.inProcess(['-G', 'look']);
  await bench.inProcess(['-G', '--preview', 'look']);
  expect(starts('one')).toBe(2);
});

test('a subagent is as lazy as its parent: started when it is called, with its servers started when it calls them', async () => {
  const common = (name: string) => ({ models: [model(name, provider.url)], defaults: { model: name } });
  bench.write('reader.yaml', {
    ...common('m1'),
    mcpServers: { box: lazy('box', 'read_file') },
    subagent: { name: 'reader', description: 'Reads.' },
  });
  const args = [await cpeBundle(), 'mcp', 'serve', '--config', bench.path('reader.yaml')];
  const reader = { type: 'stdio', command: process.execPath, args, lazy: true };
  bench.write('cpe.yaml', { ...common('m0'), mcpServers: { reader } });
  const ask = { calls: [{ tool: 'reader', input: { prompt: 'read', runId: 'r' } }] };
  provider.script('m0', { text: 'nothing to do' }, ask, { text: 'asked' }, ask, { text: 'asked again' });
  provider.script(
    'm1',
    { text: 'no file' },
    { calls: [{ tool: 'read_file', input: { path: 'a' } }] },
    { text: 'read' },
  );
  const run = () => bench.run(['-G', 'go'], { XDG_CACHE_HOME: bench.path('cache') });
  expect([(await run()).stdout, starts('box')]).toEqual(['nothing to do\n', 0]);
  // The first time the subagent has to ask its server what it offers, and the second time it calls it.
  expect([(await run()).stdout, starts('box')]).toEqual(['asked\n', 1]);
  const { stdout, stderr } = await run();
  expect([stdout, starts('box')]).toEqual(['asked again\n', 2]);
  expect(stderr).toMatch(/\[reader r\] ← box\/read_file .*:a\n/);
});
