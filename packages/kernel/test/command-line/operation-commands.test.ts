import { type Program, ProgressLine, runProgram } from '@quadrivium/kernel/shell';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AuditEvent,
  createRuntime,
  localCalls,
  localIdentity,
  operation,
  operationCommands,
  toolErrorProfile,
} from '../../src/index.js';
import { ioOver } from '../../src/shell/io.js';
import { memoryTerminal } from '../../src/testing/index.js';

const pour = operation({
  name: 'cellar/pour_wine',
  title: 'Pour',
  description: 'Pours a wine.',
  effect: 'write',
  input: z.strictObject({
    wine: z.string().describe('Which one'),
    glasses: z.int().min(1).default(1).describe('How many'),
    guests: z.array(z.string()).optional().describe('For whom'),
    decant: z.boolean().optional(),
    notes: z.object({ nose: z.string() }).optional(),
  }),
  output: z.looseObject({ wine: z.string() }),
  run(args, { progress, front }) {
    progress.report({ progress: 1, total: 2, message: 'pouring' });
    return { ...args, front };
  },
});

const count = operation({
  name: 'count_bottles',
  title: 'Count',
  description: 'Counts bottles.',
  effect: 'read',
  cli: { verb: 'bottle count', arguments: ['shelf'], show: ({ bottles }) => `${bottles} bottles` },
  input: z.strictObject({ shelf: z.int().optional() }),
  output: z.object({ bottles: z.int() }),
  run: ({ shelf = 0 }) => ({ bottles: 10 * shelf }),
});

const drink = operation({
  name: 'drink',
  title: 'Drink',
  description: 'Drinks wines.',
  effect: 'read',
  cli: { verb: 'drink', arguments: ['wines'] },
  input: z.strictObject({ wines: z.array(z.string()).min(1), slowly: z.boolean().default(false) }),
  output: z.object({ wines: z.array(z.string()), slowly: z.boolean() }),
  run: (args) => args,
});

const judge = operation({
  name: 'judge',
  title: 'Judge',
  description: 'Judges a wine.',
  effect: 'read',
  cli: { verb: 'judge', arguments: ['wine'] },
  input: z.strictObject({
    wine: z.string(),
    verdict: z.enum(['Fine', 'Corked']),
    score: z.int().describe('Of twenty'),
  }),
  output: z.looseObject({}),
  run: (args) => args,
});

const hidden = operation({ ...count, name: 'hidden', cli: false });

async function run(...argv: string[]) {
  const events: AuditEvent[] = [];
  const definition = {
    name: 'cellar',
    version: '1',
    operations: [pour, count, drink, judge, hidden],
    errorProfile: toolErrorProfile,
  };
  const open = async () => ({
    runtime: createRuntime(definition, { audit: (event) => void events.push(event), allowWrite: true }),
    close: async () => {},
  });
  const program: Program = {
    name: 'cellar',
    version: '1.0.0',
    description: 'Wine.',
    commands: operationCommands(definition.operations, localCalls(open, localIdentity)),
  };
  const terminal = memoryTerminal();
  const code = await runProgram(program, argv, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr, events };
}

describe('an operation as a command', () => {
  test('takes required texts as words and the rest as options, each in the form of its type', async () => {
    const words = [
      'pour-wine',
      'Baga',
      '--glasses',
      '2',
      '--guests',
      'Ana, Rui',
      '--decant',
      '--notes',
      '{"nose":"tar"}',
    ];
    const { code, out, events } = await run(...words, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      wine: 'Baga',
      glasses: 2,
      guests: ['Ana', 'Rui'],
      decant: true,
      notes: { nose: 'tar' },
      front: 'cli',
    });
    expect(events).toMatchObject([{ target: 'cellar/pour_wine', front: 'cli', outcome: 'ok' }]);
  });

  test('fills in what the schema says is the default', async () => {
    expect(JSON.parse((await run('pour-wine', 'Baga', '--json')).out)).toMatchObject({ glasses: 1 });
  });

  test('has the verb, the order of words and the picture for people that it asks for', async () => {
    expect((await run('bottle', 'count', '3')).out).toBe('30 bottles\n');
    expect(JSON.parse((await run('bottle', 'count', '3', '--json')).out)).toEqual({ bottles: 30 });
  });

  test.each([
    ['words', ['Baga', 'Bual']],
    ['a word with commas', ['Baga,Bual']],
    ['JSON', ['["Baga","Bual"]']],
    ['its option', ['--wines', 'Baga, Bual']],
    ['its option as JSON', ['--wines', '["Baga","Bual"]']],
    ['a word and its option', ['Baga', '--wines', 'Bual']],
  ])('takes a list as %s', async (_, argv) => {
    const { code, out } = await run('drink', ...argv, '--slowly', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ wines: ['Baga', 'Bual'], slowly: true });
  });

  test('a word that is no number is the mistake of whoever typed it, and nothing is called', async () => {
    const { code, err, events } = await run('bottle', 'count', 'three');
    expect([code, err, events]).toEqual([1, 'error: <shelf> takes a number, not "three".\n', []]);
  });

  test('says that a list is wanted where there is none', async () => {
    const { code, err } = await run('drink');
    expect([code, err]).toEqual([1, expect.stringContaining('wines')]);
  });

  test.each([
    [[], '--verdict <Fine|Corked> is needed.', 'Add --verdict Fine or --verdict Corked.'],
    [['--verdict', 'Fine'], '--score <value> is needed: Of twenty.', 'Run with --help to see all options.'],
  ])('names the option that is missing after %j, and what to write', async (given, message, advice) => {
    const { code, err, events } = await run('judge', 'Baga', ...given);
    expect([code, events]).toEqual([1, []]);
    expect(err).toContain(message);
    expect(err).toContain(advice);
  });

  test('is explained by its own description and those of its fields', async () => {
    const { out } = await run('pour-wine', '--help');
    expect(out).toContain('Pours a wine.');
    expect(out).toMatch(/--glasses <value>\s+How many \(default: 1\)/);
  });

  test.each([
    ['a value of the wrong form', ['pour-wine', 'Baga', '--glasses', 'two'], 'takes a number', 0],
    ['broken JSON', ['pour-wine', 'Baga', '--notes', '{nose'], 'is not JSON', 0],
    ['a value that breaks the schema', ['pour-wine', 'Baga', '--glasses', '0'], 'glasses', 1],
  ])('%s is the caller’s mistake', async (_, argv, message, calls) => {
    const { code, err, events } = await run(...argv);
    expect(code).toBe(1);
    expect(err).toContain(message);
    // What never became a call leaves no event; a refused call does.
    expect(events).toHaveLength(calls);
  });

  test('is not there when it wants none', async () => {
    expect((await run('hidden')).code).toBe(1);
  });
});

describe('progress of a command in a log', () => {
  /** Work that takes so long by the clock of the terminal, whatever the machine does meanwhile. */
  async function loggedAfter(milliseconds: number): Promise<string> {
    let now = 0;
    const logged: string[] = [];
    const slow = operation({
      ...count,
      name: 'slow_count',
      run(_, { progress }) {
        now += milliseconds;
        progress.report({ progress: 1, total: 2, message: 'half of them' });
        return { bottles: 1 };
      },
    });
    const definition = { name: 'cellar', version: '1', operations: [slow], errorProfile: toolErrorProfile };
    const open = async () => ({ runtime: createRuntime(definition, { audit: () => {} }), close: async () => {} });
    const surface = { live: false, note: (text: string) => void logged.push(text) };
    const wishes = { format: 'human', quiet: false, progress: true } as const;
    const io = { ...ioOver(memoryTerminal(), wishes), progress: new ProgressLine(surface, () => now) };
    await localCalls(open, localIdentity)(slow, {}, io, {});
    return logged.join('');
  }

  test('waits two seconds before its first line', async () => {
    expect(await loggedAfter(1999)).toBe('');
    expect(await loggedAfter(2000)).toContain('half of them');
  });
});
