import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SubagentEvent } from '../../src/events/subagent-event.js';
import { useAgentBench } from '../agent/mock-hooks.js';
import type { MockRequest } from '../agent/mock-provider.js';
import { cpeBundle, model, processesWith, toolboxServer } from '../agent/workbench.js';

const { provider, bench } = useAgentBench();

/** A subagent of its own configuration, as a server of another. */
async function subagentServer(file: string, more: readonly string[] = []): Promise<object> {
  const args = [cpeBundle(), 'mcp', 'serve', '--config', bench.path(file), ...more];
  return { type: 'stdio', command: process.execPath, args };
}

async function threeLevels(): Promise<void> {
  const common = (name: string) => ({ models: [model(name, provider.url)], defaults: { model: name } });
  bench.write('reader.yaml', {
    ...common('m2'),
    mcpServers: { box: toolboxServer('read_file') },
    subagent: { name: 'reader', description: 'Reads.' },
  });
  bench.write('writer.yaml', {
    ...common('m1'),
    mcpServers: { reader: await subagentServer('reader.yaml') },
    subagent: { name: 'writer', description: 'Writes.' },
  });
  bench.write('cpe.yaml', { ...common('m0'), mcpServers: { writer: await subagentServer('writer.yaml') } });
}

describe('subagents', () => {
  test('of subagents report to the root, each line behind the names of its callers (A11)', async () => {
    await threeLevels();
    const ask = (run: string) => ({ tool: 'writer', input: { prompt: `please write for ${run}`, runId: run } });
    provider.script('m0', { calls: [ask('w1'), ask('w2')] }, { text: 'All done.' });
    // Both writers, and both readers, ask the same model, in an order that is the machine's: each is answered by what it
    // was told and by what it has done so far.
    const turns = (next: (run: string) => { tool: string; input: object }, end: string) => ({
      answer: ({ text }: MockRequest) => (isAfterCall(text) ? { text: end } : { calls: [next(runIn(text))] }),
    });
    const writing = turns((run) => ({ tool: 'reader', input: { prompt: `read for ${run}`, runId: 'r' } }), 'written');
    const reading = turns((run) => ({ tool: 'read_file', input: { path: run } }), 'read');
    provider.script('m1', ...Array.from({ length: 4 }, () => writing));
    provider.script('m2', ...Array.from({ length: 4 }, () => reading));
    const { code, stdout, stderr } = await bench.run(['--events-file', 'events.ndjson', 'go']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'All done.\n' });
    for (const run of ['w1', 'w2']) {
      expect(linesOf(stderr, `[writer ${run} › reader r]`)).toEqual([
        `→ box/read_file {"path":"${run}"}`,
        `← box/read_file :${run}`,
      ]);
      expect(linesOf(stderr, `[writer ${run}]`)).toEqual([
        `→ reader/reader {"prompt":"read for ${run}","runId":"r"}`,
        '← reader/reader read',
      ]);
    }
    const events = bench
      .read('events.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SubagentEvent);
    const runs = groups(events);
    expect(runs.size).toBe(4);
    for (const told of runs.values()) {
      expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(told.map(({ type }) => type)).toEqual(['subagent_start', 'tool_call', 'tool_result', 'subagent_end']);
      expect(told.at(-1)?.tokenUsage?.totalTokens).toBe(30);
    }
    const readers = events.filter(({ subagentName }) => subagentName === 'reader');
    expect(new Set(readers.map(({ parentRunId }) => parentRunId))).toEqual(new Set(['w1', 'w2']));
    expect([...new Set(events.map(({ subagentName, depth }) => `${subagentName} ${depth}`))].sort()).toEqual([
      'reader 2',
      'writer 1',
    ]);
  });

  test.skipIf(process.platform !== 'linux')('leave no process behind when the root is interrupted', async () => {
    await threeLevels();
    provider.script('m0', { calls: [{ tool: 'writer', input: { prompt: 'go' } }] });
    provider.script('m1', { calls: [{ tool: 'reader', input: { prompt: 'go' } }] });
    provider.script('m2', { text: 'never to be finished', hold: new Promise(() => undefined) });
    const cpe = await bench.start(['go'], { AGENT_MARK: bench.folder });
    while (provider.requestsOf('m2').length === 0) await sleep(20);
    expect(processesWith(bench.folder).length).toBeGreaterThan(3);
    cpe.signal('SIGINT');
    expect((await cpe.done).code).toBe(130);
    await expect.poll(() => processesWith(bench.folder)).toEqual([]);
  });

  test('that call themselves are stopped', async () => {
    bench.write('loop.yaml', {
      models: [model('m', provider.url)],
      defaults: { model: 'm' },
      mcpServers: { self: await subagentServer('loop.yaml') },
      subagent: { name: 'self', description: 'Calls itself.' },
    });
    const again = {
      answer: ({ text }: { text: string }) =>
        /deep(est allowed| enough)/.test(text)
          ? { text: 'deep enough' }
          : { calls: [{ tool: 'self', input: { prompt: 'again' } }] },
    };
    provider.script('m', ...Array.from({ length: 8 }, () => again));
    const { code, stdout } = await bench.run(['--config', 'loop.yaml', 'go'], { CPE_SUBAGENT_MAX_DEPTH: '1' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'deep enough\n' });
    expect(provider.requests.length).toBe(4);
  });

  test('do not print their final answer twice (E7)', async () => {
    bench.write('answer.json', { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] });
    bench.write('sub.yaml', {
      models: [model('m1', provider.url)],
      defaults: { model: 'm1' },
      subagent: { name: 'sub', description: 'Answers.', outputSchemaPath: 'answer.json' },
    });
    bench.write('cpe.yaml', {
      models: [model('m0', provider.url)],
      defaults: { model: 'm0' },
      mcpServers: { sub: await subagentServer('sub.yaml') },
    });
    provider.script('m0', { calls: [{ tool: 'sub', input: { prompt: 'a word' } }] }, { text: 'ok' });
    provider.script('m1', { calls: [{ tool: 'final_answer', input: { word: 'serendipity' } }] });
    const { stderr } = await bench.run(['go']);
    expect(stderr).not.toContain('final_answer');
    expect(stderr.split('serendipity')).toHaveLength(2);
  });

  test.each([
    [
      'warns once and works on',
      [],
      'fine',
      /WARN sub: events of subagent sub cannot be delivered \(.*\); going on without them/,
    ],
    ['fails when told to be strict', ['--strict-events'], 'failed', /Events of subagent sub cannot be delivered/],
  ])('whose events nobody takes %s (E1)', async (_, flags, answer, words) => {
    bench.write('sub.yaml', {
      models: [model('m1', provider.url)],
      defaults: { model: 'm1' },
      subagent: { name: 'sub', description: 'Answers.' },
    });
    bench.write('cpe.yaml', {
      models: [model('m0', provider.url)],
      defaults: { model: 'm0' },
      mcpServers: { sub: await subagentServer('sub.yaml', flags) },
    });
    provider.script('m0', { calls: [{ tool: 'sub', input: { prompt: 'go' } }] }, { text: 'ok' });
    provider.script('m1', { text: 'fine' });
    const nobody = { CPE_SUBAGENT_LOGGING_ADDRESS: 'http://127.0.0.1:1/subagent-events/x' };
    const { code, stderr } = await bench.run(['go'], nobody);
    expect(code).toBe(0);
    expect(stderr).toMatch(words);
    expect(provider.requestsOf('m0')[1]?.text).toContain(answer);
  });
});

function groups(events: readonly SubagentEvent[]): Map<string, SubagentEvent[]> {
  const runs = new Map<string, SubagentEvent[]>();
  for (const event of events) {
    const run = `${event.parentRunId} ${event.subagentRunId}`;
    runs.set(run, [...(runs.get(run) ?? []), event]);
  }
  return runs;
}

/** What stands behind a prefix, without the times. */
function linesOf(stderr: string, prefix: string): string[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith(`${prefix} `));
  return lines.map((line) => line.slice(prefix.length + 1).replace(/ \(\d+ ms\)/, ''));
}

/** Whether the dialog that a model is shown has the result of a call in it. */
const isAfterCall = (request: string): boolean => request.includes('"role":"tool"');

/** The writer that a prompt is for. */
const runIn = (request: string): string => /for (w\d)/.exec(request)?.[1] ?? 'nobody';
