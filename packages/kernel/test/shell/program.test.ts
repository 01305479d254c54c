import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import {
  anyArguments,
  argument,
  command,
  commandsWith,
  handOver,
  offSwitch,
  oneOf,
  onSwitch,
  type Program,
  repeated,
  required,
  runProgram,
  textValue,
  wholeNumber,
  withDefault,
  withLetter,
  withVariable,
  wordOf,
} from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';

const shared = { db: withVariable(withDefault(textValue('db', 'where', 'path'), 'here.db'), 'DEMO_DB') };

/** The words that the other program found. */
let taken: readonly string[] = [];

/** A program with one command of each sort. */
const demo: Program = {
  name: 'demo-tool',
  version: '9.8.7',
  description: 'Shows what commands can do.',
  groups: { run: 'Things that run' },
  options: shared,
  commands: [
    commandsWith(shared)({
      name: 'add',
      description: 'adds',
      arguments: { first: argument('a number'), more: anyArguments('further numbers') },
      options: {
        times: withLetter(wholeNumber('times', 'how often', { min: 1, max: 9 }), 't'),
        label: required(textValue('label', 'a name', 'text')),
        mode: oneOf('mode', 'how', ['fast', 'slow']),
        tag: repeated(textValue('tag', 'a mark', 'text')),
        check: offSwitch('check', 'without looking'),
        loud: onSwitch('loud', 'loudly'),
      },
      run: (_, given) => ({ data: given, summary: 'added', details: () => 'a table' }),
    }),
    command({ name: 'run start', description: 'starts', run: () => ({ data: [{ id: 1, name: 'one' }] }) }),
    command({
      name: 'fail',
      description: 'fails',
      arguments: { how: argument('how') },
      run(_, { how }) {
        if (how === 'bug') throw new TypeError('Oops');
        throw new Fault(how, 'It went wrong.', { context: { at: 1 }, suggestion: 'Try again.' });
      },
    }),
    command({ name: 'wait', description: 'waits', run: async ({ signal }) => ({ data: { stopped: signal.aborted } }) }),
    command({
      name: 'serve',
      description: 'serves',
      service: true,
      run: async ({ signal }) => ({ data: signal.aborted }),
    }),
    command({
      name: 'walk',
      description: 'walks, and says at length how',
      title: 'Walks',
      arguments: { way: wordOf('where to', ['north', 'south']) },
      run(io, { way }) {
        io.event({ type: 'started' });
        io.event({ type: 'step' }, 'progress');
        return { data: way };
      },
    }),
    handOver('other', 'another program', async () => {
      taken = process.argv.slice(2);
    }),
  ],
};

async function run(words: readonly string[], parts: Parameters<typeof memoryTerminal>[0] = {}, program = demo) {
  const terminal = memoryTerminal(parts);
  const code = await runProgram(program, words, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

describe('what is given', () => {
  test('comes to the command with its type, from words, options and defaults', async () => {
    const { out } = await run([
      'add',
      '1',
      '2',
      '3',
      '-t',
      '2',
      '--label',
      'x',
      '--tag',
      'a',
      'b',
      '--no-check',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({
      first: '1',
      more: ['2', '3'],
      times: 2,
      label: 'x',
      tag: ['a', 'b'],
      check: false,
      loud: false,
      db: 'here.db',
    });
  });

  test('by a variable counts unless an option says otherwise, before or after the command', async () => {
    const env = { DEMO_DB: 'there.db' };
    const add = ['add', '1', '--label', 'x', '--json'];
    expect(JSON.parse((await run(add, { env })).out)).toMatchObject({ db: 'there.db', check: true, tag: [] });
    expect(JSON.parse((await run(['--db', 'a.db', ...add], { env })).out)).toMatchObject({ db: 'a.db' });
    expect(JSON.parse((await run([...add, '--db', 'b.db'], { env })).out)).toMatchObject({ db: 'b.db' });
  });

  test('to another program goes there untouched', async () => {
    const [program = '', script = '', ...ours] = process.argv;
    expect(await run(['other', '--json', '--frobnicate', 'x'])).toEqual({ code: 0, out: '', err: '' });
    expect(taken).toEqual(['--json', '--frobnicate', 'x']);
    process.argv = [program, script, ...ours];
  });
});

describe('an answer', () => {
  test('is details and a summary for people, and only the summary when it is to be quiet', async () => {
    expect((await run(['add', '1', '--label', 'x'])).out).toBe('a table\nadded\n');
    expect((await run(['add', '1', '--label', 'x', '--quiet'])).out).toBe('added\n');
  });

  test('without words for people is shown as a table', async () => {
    expect((await run(['run', 'start'])).out).toMatch(/^id {2}name\n/);
  });

  test('is one envelope, or the last of many lines, for programs', async () => {
    const expected = {
      $schema: 'urn:demo-tool:response:v1',
      command: 'run start',
      success: true,
      exit_code: 0,
      demo_tool_version: '9.8.7',
      errors: [],
      warnings: [],
      data: [{ id: 1, name: 'one' }],
      summary: 'done',
    };
    expect(JSON.parse((await run(['run', 'start', '--output-format', 'json'])).out)).toEqual(expected);
    const lines = (await run(['run', 'start', '--output-format=json-lines'])).out.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'result', ...expected });
  });
});

describe('a failure', () => {
  const problem = { kind: 'BadThing', message: 'It went wrong.', context: { at: 1 }, suggestion: 'Try again.' };
  const explained = { ...problem, page: expect.stringMatching(/errors\.md#badthing$/) };

  test('tells people what to try', async () => {
    expect(await run(['fail', 'BadThing'])).toEqual({ code: 1, out: '', err: 'error: It went wrong.\nTry again.\n' });
  });

  test('is JSON on stderr with --json, and an envelope on stdout with --output-format', async () => {
    const bare = await run(['fail', 'BadThing', '--json']);
    expect([bare.out, JSON.parse(bare.err)]).toEqual(['', { error: explained }]);
    const { out, err } = await run(['fail', 'BadThing', '--output-format', 'json']);
    expect([JSON.parse(out), err]).toMatchObject([
      { success: false, exit_code: 1, errors: [explained], data: null },
      '',
    ]);
  });

  test.each([
    ['Forbidden', 3],
    ['BadConfiguration', 2],
    ['Unavailable', 4],
    ['bug', 4],
  ])('of kind %s ends with %i', async (kind, code) => {
    expect((await run(['fail', kind])).code).toBe(code);
  });

  test('that is a bug of ours shows where it happened', async () => {
    expect((await run(['fail', 'bug'])).err).toMatch(/TypeError: Oops\n\s+at /);
  });
});

describe('a caller’s mistake ends with 1 and says what was meant', () => {
  test.each([
    [[], /No command was given/],
    [['frobnicate'], /Unknown command 'frobnicate'/],
    [['ad'], /Did you mean add\?/],
    [['run', 'strat'], /Did you mean start\?/],
    [['add'], /Missing required argument 'first'/],
    [['add', '1'], /--label <text> is needed/],
    [['add', '1', '--lable', 'x'], /Did you mean --label\?/],
    [['add', '1', '--label', 'x', '--times', 'many'], /--times must be a whole number from 1 to 9, not "many"/],
    [['add', '1', '--label', 'x', '--mode', 'odd'], /--mode must be one of fast, slow/],
    [['run', 'start', 'more'], /Too many arguments/],
    [['walk', 'west'], /'west' is invalid for argument 'way'. Allowed choices are north, south/],
    [['completion', 'tcsh'], /There is no completion for "tcsh"/],
  ])('%j', async (words, message) => {
    const { code, out, err } = await run(words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });

  test.each([
    [['frobnicate'], 'demo-tool'],
    [['add'], 'demo-tool add'],
    [['run'], 'demo-tool run'],
    [['run', 'start', 'more'], 'demo-tool run start'],
    [['walk', 'west'], 'demo-tool walk'],
  ])('%j, and whose help tells more', async (words, helped) => {
    expect((await run(words)).err).toMatch(new RegExp(`^Run ${helped} --help to see what there is\\.$`, 'm'));
  });

  test('also in the form that was asked for', async () => {
    const { out } = await run(['add', '--frobnicate', '--output-format', 'json']);
    expect(JSON.parse(out)).toMatchObject({ exit_code: 1, errors: [{ kind: 'BadUsage' }] });
  });

  test('of one kind, which a program may name itself', async () => {
    const own = { ...demo, usageKind: 'Misused', exitCodeOf: ({ kind }: Fault) => (kind === 'Misused' ? 1 : 4) };
    for (const words of [
      ['completion', 'tcsh'],
      ['add'],
      ['frobnicate'],
      ['add', '1', '--label', 'x', '--mode', 'odd'],
    ]) {
      const { code, err } = await run([...words, '--json'], {}, own);
      expect([code, JSON.parse(err)]).toMatchObject([1, { error: { kind: 'Misused' } }]);
    }
  });
});

test('help lists the exit codes and what all commands take; the version is the version', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/Exit codes: 0 done, 1 wrong use/);
  expect((await run(['run', 'start', '--help'])).out).toMatch(/--output-format/);
  expect((await run(['--version'])).out).toBe('9.8.7\n');
});

describe('who is asked to stop', () => {
  test('and does so ends with 130, but a service with 0', async () => {
    const terminal = memoryTerminal();
    terminal.interrupt();
    expect(await runProgram(demo, ['wait'], terminal)).toBe(130);
    expect(await runProgram(demo, ['serve'], terminal)).toBe(0);
  });
});

describe('events', () => {
  test.each([
    [[], ['started', 'step', 'result']],
    [['--no-progress'], ['started', 'result']],
    [['--quiet'], ['result']],
  ])('of a command with %j are %j', async (words, expected) => {
    const { out } = await run(['walk', 'north', '--output-format', 'json-lines', ...words]);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(expected);
  });
});

test('a command that is explained at length has a title where commands are listed', async () => {
  expect((await run(['--help'])).out).toMatch(/walk <way> +Walks\n/);
  expect((await run(['walk', '--help'])).out).toContain('walks, and says at length how');
});

describe('completion', () => {
  /** What bash would offer after these words. */
  async function offered(...words: readonly string[]): Promise<string[]> {
    const file = join(mkdtempSync(join(tmpdir(), 'completion-')), 'script');
    writeFileSync(file, (await run(['completion', 'bash'])).out);
    const line = ['demo-tool', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `source ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _demo_tool; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', ask], { encoding: 'utf8' }).stdout.trim().split(' ');
  }

  test('offers commands, commands of groups and options', async () => {
    expect(await offered('walk', '')).toEqual(expect.arrayContaining(['north', 'south', '--json']));
    expect(await offered('')).toEqual(expect.arrayContaining(['add', 'run', 'fail', 'completion', '--db']));
    expect(await offered('run', '')).toContain('start');
    expect(await offered('add', '1', '--la')).toEqual(['--label']);
    expect(await offered('--db', 'x', 'run', 'sta')).toEqual(['start']);
  });

  test.each(['bash', 'zsh', 'fish'])('has a script for %s that names every command', async (shell) => {
    const { out } = await run(['completion', shell]);
    for (const word of ['add', 'run start', 'label', 'output-format']) expect(out).toContain(word);
  });
});
