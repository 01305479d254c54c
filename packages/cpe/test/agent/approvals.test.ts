import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CTRL_C, ENTER, hasTerminals } from '../commands/pty.js';
import { toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import { sitDown, sitDownToShell } from './sitting.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();

/** A server that says of `count` that it only reads, and nothing of `write_file`; it writes down what it is asked to run. */
function configureBox(approvals: object = {}, defaults: object = {}, more: Record<string, string> = {}): void {
  const env = { READ_ONLY: 'count', CALLS: bench.path('calls'), ...more };
  bench.write('cpe.yaml', {
    mcpServers: { box: toolbox({ env }, 'count', 'write_file') },
    models: [model('m', provider.url)],
    defaults: { model: 'm', ...defaults },
    approvals,
  });
}

const called = (): string[] =>
  existsSync(bench.path('calls')) ? readFileSync(bench.path('calls'), 'utf8').trim().split('\n') : [];

const write = (path = 'a.txt') => ({ tool: 'write_file', input: { path } });
const both = { calls: [{ tool: 'count', input: {} }, write()] };

function results(index: number): string[] {
  const messages = provider.requestsOf('m')[index]?.body.messages as { role: string; content: string }[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

describe('where nobody is at a terminal', () => {
  test.each([
    ['nothing said', [], {}, ['count', 'write_file']],
    ['--deny-writes', ['--deny-writes'], {}, ['count']],
    ['--deny-writes against a rule that allows', ['--deny-writes'], { allow: ['box/*'] }, ['count']],
    ['unattended: deny', [], { unattended: 'deny' }, ['count']],
    [
      'unattended: deny with a rule that allows',
      [],
      { unattended: 'deny', allow: ['box/write_*'] },
      ['count', 'write_file'],
    ],
    ['unattended: deny with --yes', ['--yes'], { unattended: 'deny' }, ['count', 'write_file']],
    ['a rule that asks', [], { ask: ['box/count'] }, ['write_file']],
    ['a rule that asks, with --yes', ['--yes'], { ask: ['box/count'] }, ['count', 'write_file']],
    ['a rule that denies, with --yes', ['--yes'], { deny: ['box/write_file'] }, ['count']],
  ])('%s: nothing waits', async (_, flags, approvals, expected) => {
    configureBox(approvals);
    provider.script('m', both, { text: 'done' });
    expect((await bench.inProcess([...flags, 'go'])).code).toBe(0);
    expect(called().sort()).toEqual(expected);
    const refused = results(1).filter((text) => text.includes('was not allowed'));
    expect(refused).toHaveLength(2 - expected.length);
  });

  test.each([
    ['nothing said', [], {}, ['count']],
    ['unattended: run', [], { unattended: 'run' }, ['count', 'write_file']],
    ['a rule that allows', [], { allow: ['box/write_file'] }, ['count', 'write_file']],
    ['--yes', ['--yes'], {}, ['count', 'write_file']],
  ])(
    'a tool that may destroy something, as its server says, needs a word beforehand: %s',
    async (_, flags, approvals, expected) => {
      configureBox(approvals, {}, { DESTROYS: 'write_file' });
      provider.script('m', both, { text: 'done' });
      expect((await bench.inProcess([...flags, 'go'])).code).toBe(0);
      expect(called().sort()).toEqual(expected);
    },
  );

  test('the model is told why, and the user how to allow it', async () => {
    configureBox({ unattended: 'deny' });
    provider.script('m', both, { text: 'done' });
    await bench.inProcess(['go']);
    expect(results(1)[1]).toBe(
      'box/write_file was not allowed, so it was not run. Reason: the user has to be asked (approvals.unattended), ' +
        'and nobody is at a terminal; --yes allows it',
    );
  });

  test('a program of code mode is held to the same rules', async () => {
    configureBox({ deny: ['box/write_file'] }, { codeMode: { enabled: true, typecheck: false } });
    const code = "try { await tools.box.write_file({ path: 'a' }); } catch (error) { return error.message; }";
    provider.script('m', { calls: [{ tool: 'execute_typescript', input: { code } }] }, { text: 'done' });
    await bench.inProcess(['go']);
    expect(called()).toEqual([]);
    expect(results(1)[0]).toContain('the configuration denies it (approvals.deny)');
  });

  test('--yes and --deny-writes contradict each other', async () => {
    configureBox();
    expect(await bench.inProcess(['--yes', '--deny-writes', 'go'])).toMatchObject({ code: 1 });
  });
});

describe.skipIf(!hasTerminals)('at a terminal', () => {
  test('a call that may change something asks: no with a reason, once, and always for this tool', async () => {
    configureBox();
    provider.script(
      'm',
      both,
      { calls: [write('b.txt')] },
      { calls: [write('c.txt')] },
      { calls: [write('d.txt'), write('e.txt')] },
      { text: 'All done.' },
    );
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('? box/write_file: {"path":"a.txt"}');
    await chat.sees('or say why not: ');
    expect(called()).not.toContain('write_file');
    chat.type(`use another name${ENTER}`);
    await chat.sees('? box/write_file: {"path":"b.txt"}');
    await chat.sees('or say why not: ');
    chat.type(`y${ENTER}`);
    await chat.sees('? box/write_file: {"path":"c.txt"}');
    await chat.sees('or say why not: ');
    chat.type(`a${ENTER}`);
    await chat.sees('approvals.allow: ["box/write_file"]');
    await chat.sees('All done.');
    expect(called()).toEqual(['count', 'write_file', 'write_file', 'write_file', 'write_file']);
    expect(results(1)[1]).toBe('box/write_file was not allowed, so it was not run. Reason: use another name');
    expect(results(2)[2]).toContain('written');
  });

  test('Ctrl-C takes the question back, and nothing was run', async () => {
    configureBox();
    provider.script('m', { calls: [write()] }, { text: 'Here again.' });
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('or say why not: ');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await chat.sees('› ');
    chat.type(`hello${ENTER}`);
    await chat.sees('Here again.');
    expect(called()).toEqual([]);
  });

  test('what is long is seen whole before it is decided', async () => {
    configureBox();
    const path = `${'x'.repeat(4000)}the end`;
    provider.script('m', { calls: [write(path)] }, { text: 'Done.' });
    const chat = sitDown(bench, 'chat', '-G');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    // {"path":"…"}: 11 characters around 4,007.
    await chat.sees('… (4018 characters in all)');
    await chat.sees('or say why not: ');
    chat.type(`v${ENTER}`);
    await chat.sees('the end');
    await chat.sees('or say why not: ');
    chat.type(`n${ENTER}`);
    await chat.sees('Done.');
    expect(results(1)).toEqual(['box/write_file was not allowed, so it was not run. The user did not allow it.']);
  });

  test('what is said into a pipe is said by somebody who is asked all the same', async () => {
    configureBox();
    provider.script('m', { calls: [write()] }, { text: 'All done.' });
    const chat = sitDownToShell(bench, (cpe) => `${cpe} chat | tee log`);
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('or say why not: ');
    expect(called()).toEqual([]);
    chat.type(`n${ENTER}`);
    // Two programs write on the terminal now, and may write into each other's lines; the file has those of one.
    await expect.poll(() => readFileSync(bench.path('log'), 'utf8')).toContain('All done.');
    expect(called()).toEqual([]);
  });

  test('where no question can be shown to whoever sits there, nothing runs unasked', async () => {
    configureBox();
    provider.script('m', { calls: [write()] }, { text: 'All done.' });
    const chat = sitDownToShell(bench, (cpe) => `${cpe} chat 2>notes | tee log`);
    chat.type(`go${ENTER}`);
    await chat.sees('All done.');
    expect(called()).toEqual([]);
  });

  test('lines that were entered before a question was shown are no answers to it', async () => {
    configureBox();
    provider.script('m', { calls: [write('a.txt'), write('b.txt')] }, { text: 'All done.' });
    const asked = sitDown(bench, 'go');
    // Two lines at once: the second was there before anybody could read what it would allow.
    await asked.sees('or say why not: ');
    asked.type('y\ny\n');
    await asked.sees('or say why not: ');
    asked.type(`n${ENTER}`);
    await asked.sees('All done.');
    expect(called()).toEqual(['write_file']);
  });

  test('one question asks too, and Ctrl-C there ends it', async () => {
    configureBox();
    provider.script('m', { calls: [write()] }, { text: 'All done.' }, { calls: [write()] });
    const asked = sitDown(bench, 'go');
    await asked.sees('or say why not: ');
    asked.type(`y${ENTER}`);
    await asked.sees('All done.');
    expect(await asked.ended).toBe(0);
    expect(called()).toEqual(['write_file']);
    const stopped = sitDown(bench, 'go');
    await stopped.sees('or say why not: ');
    stopped.type(CTRL_C);
    expect(await stopped.ended).toBe(130);
    expect(called()).toEqual(['write_file']);
  });
});
