import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENTER, hasTerminals } from '../commands/pty.js';
import { useAgentBench } from './mock-hooks.js';
import { sitDown } from './sitting.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();
const SKILLED = fileURLToPath(new URL('../../../kernel/test/fixtures/skills-server.mjs', import.meta.url));

function configure(): void {
  const skilled = { type: 'stdio', command: process.execPath, args: [SKILLED] };
  bench.write('cpe.yaml', {
    mcpServers: { skilled },
    models: [model('m', provider.url)],
    defaults: { model: 'm' },
  });
}

function file(path: string, text: string): void {
  mkdirSync(dirname(bench.path(path)), { recursive: true });
  writeFileSync(bench.path(path), text);
}

function skill(path: string, name: string, description: string, body: string): void {
  file(path, `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`);
}

function messages(index: number): { role: string; content: string }[] {
  return provider.requestsOf('m')[index]?.body.messages as { role: string; content: string }[];
}

const load = (input: object) => ({ calls: [{ tool: 'load_skill', input }] });
const results = (index: number) => messages(index).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));

describe('skills', () => {
  test('of the project, the user and a server are listed by name, and their texts come when they are loaded', async () => {
    configure();
    skill('.cpe/skills/release/SKILL.md', 'release', 'How to release.', 'First run the tests; see notes/order.md.');
    file('.cpe/skills/release/notes/order.md', 'a, then b');
    // HOME of the workbench is its folder.
    skill('.config/cpe/skills/mine/SKILL.md', 'greeting', 'How I greet.', 'Say hi.');
    skill('.config/cpe/skills/twice/SKILL.md', 'release', 'Another way.', 'Never seen.');
    provider.script(
      'm',
      load({ name: 'release' }),
      load({ name: 'release', file: 'notes/order.md' }),
      load({ name: 'skilled/greeting' }),
      load({ name: 'greeting' }),
      { text: 'Read.' },
    );
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const [system] = messages(0);
    expect(system?.content).toContain(
      'Load one with load_skill before such work:\n- release: How to release.\n- greeting: How I greet.\n' +
        '- skilled/greeting: How to greet people here.\n- parting: How to part.',
    );
    // Nothing of a text is told before it is loaded.
    expect(system?.content).not.toContain('run the tests');
    const [release, order, served, mine] = results(4);
    expect(release).toContain('First run the tests');
    expect(order).toContain('a, then b');
    expect(served).toContain('Say hello first.');
    expect(mine).toContain('Say hi.');
  });

  test('one that cannot be read is told, and nothing outside of its folder is read', async () => {
    configure();
    file('.cpe/skills/headless/SKILL.md', 'no head');
    skill('.cpe/skills/fine/SKILL.md', 'fine', 'Fine.', 'All is well.');
    skill('.cpe/skills/lines/SKILL.md', '"two\\nlines"', 'Two.', 'One after the other.');
    file('secret.txt', 'the secret');
    symlinkSync(bench.path('secret.txt'), bench.path('.cpe/skills/fine/notes.md'));
    symlinkSync(bench.folder, bench.path('.cpe/skills/fine/more'));
    provider.script(
      'm',
      load({ name: 'fine', file: '../../../secret.txt' }),
      load({ name: 'fin' }),
      load({ name: 'fine', file: 'notes.md' }),
      load({ name: 'fine', file: 'more/secret.txt' }),
      load({ name: 'fine', file: 'more/.cpe/skills/fine' }),
      load({ name: 'two lines' }),
      { text: 'Read.' },
    );
    const { stderr } = await bench.inProcess(['go']);
    expect(stderr).toContain('is left out: it needs a head with a name and a description');
    const told = results(6);
    expect(told).toHaveLength(6);
    // Whatever a skill is called, its name takes one line.
    expect(messages(0)[0]?.content).toContain('- two lines: Two.');
    expect(told[5]).toContain('One after the other.');
    for (const index of [0, 2, 3, 4]) expect(told[index]).toContain('it would lie outside of it');
    expect(told[1]).toContain('Did you mean fine?');
    expect(JSON.stringify(messages(6))).not.toContain('the secret');
  });

  test.skipIf(!hasTerminals)('are shown in a chat', async () => {
    configure();
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`/skills${ENTER}`);
    await chat.sees('greeting: How to greet people here.');
    await chat.sees('› ');
    chat.type(`/skills parting${ENTER}`);
    await chat.sees('Say goodbye last.');
  });
});
