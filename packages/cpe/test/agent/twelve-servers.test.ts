import { mkdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CTRL_C, ENTER, hasTerminals } from '../commands/pty.js';
import { expectNoneLeft, marked } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockTurn } from './mock-provider.js';
import { sitDown } from './sitting.js';
import { twelveAreAbsent, twelveServers } from './twelve-servers.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();

/** Every family of models that cpe speaks to. */
const DIALECTS = ['openai', 'responses', 'anthropic', 'gemini'] as const;
const PATIENCE_MS = 600_000;

const call = (tool: string, input: object): MockTurn => ({ calls: [{ tool, input }] });
/** Counts in the memory of the page, so a 2 is the same page. */
const count = call('browser_evaluate', { function: '() => { window.n = (window.n ?? 0) + 1; return window.n; }' });
const resource = 'demo://resource/dynamic/text/1';

function configure(type: (typeof DIALECTS)[number]): void {
  bench.write('cpe.yaml', {
    mcpServers: twelveServers(bench.folder),
    models: [model('m', provider.url, { type, input_cost_per_million: 3, output_cost_per_million: 15 })],
    defaults: { model: 'm' },
    approvals: { allow: ['playwright/*', 'everything/*'] },
    serverRequests: { roots: ['.'] },
  });
  mkdirSync(bench.path('.cpe/skills/greet'), { recursive: true });
  bench.write('.cpe/skills/greet/SKILL.md', '---\nname: greet\ndescription: How to greet.\n---\n\nBow first.\n');
}

function script(): void {
  provider.script(
    'm',
    call('browser_navigate', { url: 'data:text/html,<title>Page</title>hello' }),
    count,
    { text: 'It is **open**.\n' },
    count,
    { text: 'Still there.' },
    call('simulate-research-query', { topic: 'python', ambiguous: true }),
    { text: 'Researched.' },
    call('trigger-sampling-request', { prompt: 'Who are you?', maxTokens: 50 }),
    { text: 'I am the model.' },
    call('get-roots-list', {}),
    { text: 'Sampled.' },
    call('watch_resource', { server: 'everything', uri: resource }),
    call('toggle-subscriber-updates', {}),
    { text: 'Watching.' },
    call('trigger-long-running-operation', { duration: 600, steps: 600 }),
    {
      calls: [
        { tool: 'load_skill', input: { name: 'greet' } },
        { tool: 'write_file', input: { path: 'a', content: 'b' } },
      ],
    },
    { text: 'As you like.' },
  );
}

/** What the model was told in its n-th request. */
const told = (index: number): string => provider.requestsOf('m')[index]?.text ?? '';

test.skipIf(!hasTerminals || twelveAreAbsent).each(DIALECTS)(
  '%s: a chat over twelve servers (needs: node scripts/tools.mjs peers servers)',
  async (type) => {
    configure(type);
    script();
    const chat = sitDown(bench, 'chat');
    const say = async (line: string): Promise<void> => {
      await chat.sees('› ');
      chat.type(`${line}${ENTER}`);
    };
    await chat.sees(/m, 12 servers, \d\d\d tools/);
    await say('open the page');
    await chat.sees('← playwright/browser_navigate');
    await chat.sees('It is open.');
    const before = marked(chat.mark).sort();
    // What a turn cost: twelve tools in, and the prices of the model.
    await chat.sees(/m: \d+ tokens in, \d+ out, \$0\.\d{4}/);
    await say('and now?');
    await chat.sees('Still there.');
    expect(told(4)).toContain('Result\\n2');
    expect(marked(chat.mark).sort()).toEqual(expect.arrayContaining(serversAmong(before)));
    // A task of 2025-11-25 that asks the person.
    await say('research');
    await chat.sees('? everything asks: The research query');
    await chat.sees(/interpretation.*: $/s);
    chat.type(`programming${ENTER}`);
    await chat.sees('send this to everything?');
    chat.type(`y${ENTER}`);
    await chat.sees('Researched.');
    expect(told(6)).toContain('Research Report: python');
    await say('sample');
    await chat.sees('? everything wants the model to answer');
    await chat.sees('up to 50 tokens?');
    chat.type(`y${ENTER}`);
    await chat.sees('Sampled.');
    expect(told(9)).toContain('I am the model.');
    expect(told(10)).toContain(`file://${bench.folder}`);
    await say('watch');
    await chat.sees(`note: the resource ${resource} of everything has changed`);
    await chat.sees('Watching.');
    await say('wait');
    await chat.sees(/\d+\/600/);
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await say('greet and write');
    await chat.sees('? filesystem/write_file');
    await chat.sees('or say why not: ');
    chat.type(`not today${ENTER}`);
    await chat.sees('As you like.');
    const last = told(provider.requestsOf('m').length - 1);
    for (const words of ['Meanwhile, as the servers say', 'Bow first.', 'Reason: not today'])
      expect(last).toContain(words);
    expect(last).toMatch(/trigger-long-running-operation[^"]*(cancelled|interrupted)|The run was interrupted/);
    // What the servers say about their use stands there once, and so do the skills.
    expect(told(0).match(/load_skill before such work/g)).toHaveLength(1);
    await say('/tools browser_nav');
    await chat.sees('playwright/browser_navigate');
    await say('/undo');
    await chat.sees('taken back');
    await say('/save talk.md');
    await chat.sees('saved as talk.md');
    expect(readFileSync(bench.path('talk.md'), 'utf8')).toContain('Still there.');
    const [cpe = 0] = marked(chat.mark).filter((pid) => commandOf(pid).includes('\0chat'));
    process.kill(cpe, 'SIGKILL');
    await chat.ended;
    // Twelve servers, and a browser that one of them has started.
    await expectNoneLeft(chat.mark);
  },
  PATIENCE_MS,
);

/** The browser starts and ends helpers as it likes; the servers stay. */
function serversAmong(pids: readonly number[]): number[] {
  const servers = pids.filter((pid) => commandOf(pid).includes('/.tools/'));
  expect(servers.length).toBeGreaterThanOrEqual(12);
  return servers;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
