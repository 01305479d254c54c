/** A sandbox that a program has taken over entirely: it speaks to the host as it likes. */
import { describe, expect, test } from 'vitest';
import { Broker } from '../src/broker/broker.js';
import { catalogOf } from '../src/catalog.js';
import { converse } from '../src/execution/converse.js';
import type { Ending } from '../src/execution/executor.js';
import { startSandboxChild } from '../src/execution/sandbox-child.js';
import { memoryHost } from './fixtures/memory-host.js';

interface Forged {
  readonly ending: Ending;
  readonly calls: readonly unknown[];
  readonly answers: string;
}

/** Runs a hostile child whose body may use `say(line)`; it shows as its log what it was answered. */
async function forge(body: string, memoryBytes = 1 << 20): Promise<Forged> {
  const host = memoryHost([{ name: 'echo', answer: (args) => JSON.stringify(args) }]);
  const catalog = catalogOf(host.everyTool());
  const broker = new Broker({
    catalog,
    caller: { call: host.call, close: async () => undefined },
    maxCalls: 3,
    maxConcurrency: 2,
    result: () => Promise.reject(new Error('Nothing is kept.')),
    search: () => [],
    describe: () => '',
  });
  const answers: string[] = [];
  const script = `const say = (line) => process.stdout.write((typeof line === 'string' ? line : JSON.stringify(line)) + '\\n');
let got = 0;
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.split('\\n').filter((each) => each.includes('"settle"'))) say({ type: 'log', text: line });
});
${body}`;
  const child = startSandboxChild(['-e', script]);
  const bridge = {
    request: broker.request.bind(broker),
    log: (text: string) => void answers.push(text),
    part: () => undefined,
  };
  const limits = { cpuMs: 1000, wallMs: 1500, memoryBytes, outputChars: 20_000 };
  const program = { javascript: '', catalog: { servers: {}, flat: {} }, state: '{}' };
  const ending = await converse(child, program, limits, bridge, new AbortController().signal);
  return { ending, calls: host.calls, answers: answers.join('') };
}

const request = (more: object): string =>
  JSON.stringify({ type: 'request', request: { id: 1, kind: 'tool', target: 'srv.echo', input: {}, ...more } });
const end = `setTimeout(() => say({ type: 'end', ending: { kind: 'returned' } }), 200)`;

describe('a sandbox in the hands of the program', () => {
  test.each([
    ['text that is not JSON', "say('hello')"],
    ['a frame of an unknown type', "say({ type: 'exec', command: 'id' })"],
    ['a request of an unknown kind', `say(${request({ kind: 'shell' })})`],
    ['a request without an id', `say(${request({ id: 'x' })})`],
    ['a frame with more fields than it has', `say({ type: 'log', text: 'x', __proto__x: 1 })`],
    [
      'a part with a path instead of data',
      "say({ type: 'part', part: { type: 'image', path: '/etc/passwd', mimeType: 'a' } })",
    ],
    ['an image that is not base64', "say({ type: 'part', part: { type: 'image', data: '<script>', mimeType: 'a' } })"],
    ['an id used twice', `say(${request({})}); say(${request({})})`],
    ['more output than allowed', "for (let i = 0; i < 300; i++) say({ type: 'log', text: 'x'.repeat(100) })"],
    ['a line longer than a program could hold', "say('x'.repeat(3 << 20))"],
  ])('is killed for %s', async (_, body) => {
    const { ending } = await forge(`${body}; ${end}`);
    expect(ending.kind).toBe('crashed');
  });

  test.each(['srv.secret', 'other.echo', '__proto__', 'constructor', 'toString', ''])(
    'gets an error and no call for the unknown tool "%s"',
    async (target) => {
      const { calls, answers } = await forge(`say(${request({ target })}); ${end}`);
      expect(calls).toEqual([]);
      expect(answers).toContain('UnknownTool');
    },
  );

  test('cannot make more calls than allowed', async () => {
    const { calls, answers } = await forge(
      `for (let id = 1; id <= 20; id++) say({ type: 'request', request: { id, kind: 'raw', target: 'srv.echo', input: { id } } }); ${end}`,
    );
    expect(calls.length).toBe(3);
    expect(answers.match(/TooManyCalls/g)?.length).toBe(17);
  });

  test('is ended from outside when it does not end the program in time', async () => {
    expect((await forge("setInterval(() => say({ type: 'ready' }), 100)")).ending.kind).toBe('timeout');
  });

  test('that just leaves is a crash with the reason', async () => {
    expect((await forge('process.exit(7)')).ending).toMatchObject({ kind: 'crashed', reason: 'exit code 7' });
  });
});
