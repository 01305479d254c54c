/** The hostile servers of the kernel's contract (kernel/test/untrusted), met by cpe as people start it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '@quadrivium/kernel/shell';
import { afterAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import {
  HOSTILE_SERVER,
  type HostileCase,
  type HostileTransport,
  hostileRows,
  serveHostile,
} from '../../../kernel/test/untrusted/hostile-cases.js';
import { exitCodeOf } from '../../src/commands/exit-codes.js';
import { cpe, finish, project, type Ran, run, said, start } from './cli.js';

/** Only ends what hangs. */
const HANGS_MS = 60_000;
const limits = {
  timeout: 30,
  requestTimeout: 2,
  maxRequestTime: 2,
  maxMessageBytes: 16 * 1024 * 1024,
  protocol: 'legacy',
};
const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(servers.map((each) => each.close()));
});

async function folderFor(name: string, transport: HostileTransport = 'stdio', more: object = {}): Promise<string> {
  if (transport === 'stdio')
    return project({
      s: { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], ...limits, ...more },
    });
  const server = await serveHostile(name);
  servers.push(server);
  return project({ s: { type: 'http', url: server.url, ...limits, ...more } });
}

/** A code of the table, and words instead of a stack. */
function expectCivil({ code, out, err }: Ran, wanted: number): void {
  expect([code, err.slice(-2_000)]).toEqual([wanted, expect.not.stringMatching(/\n\s+at .*(?:node:|file:|\.js:)/)]);
  expect(`${out}${err}`).not.toContain('RangeError');
}

function codeOf({ fault, leftOut }: HostileCase): number {
  if (leftOut) return exitCodeOf({ kind: 'UnknownTool' });
  return fault === undefined ? exitCodes.ok : exitCodeOf({ kind: fault });
}

describe('cpe mcp call-tool survives', () => {
  // Listing a thousand pages is limited to two seconds here, which a busy machine may not keep.
  const rows = hostileRows.filter(
    ([name, transport, { transports }]) =>
      name !== 'endless-pages' && (transport === 'stdio' || transports !== undefined),
  );
  test.each(sampled('hostile servers of cpe', rows, 20))(
    '%s over %s',
    { timeout: HANGS_MS },
    async (name, transport, hostile) => {
      const folder = await folderFor(name, transport, { requestTimeout: 20 });
      const ran = await cpe(folder, ['mcp', 'call-tool', 's/evil', '--args', JSON.stringify(hostile.args ?? {})]);
      expectCivil(ran, codeOf(hostile));
      if (hostile.text !== undefined) expect(ran.out).toContain(hostile.text);
    },
  );
});

const read: [string, string[]][] = [
  ['many-tools', ['mcp', 'list-tools', 's', '-q']],
  ['long-description', ['mcp', 'list-tools', 's']],
  ['long-description', ['mcp', 'doctor']],
  ['many-tools', ['mcp', 'code-desc']],
  ['reference-tree', ['mcp', 'code-desc']],
  ['any-of-11', ['mcp', 'doctor']],
];
test.each(sampled('hostile servers that cpe reads', read, 3))(
  '%s does not stop cpe %j',
  { timeout: HANGS_MS },
  async (name, words) => {
    expectCivil(await cpe(await folderFor(name, 'stdio', { requestTimeout: 20 }), words), exitCodes.ok);
  },
);

const called: [string, number][] = [
  ['pattern-output', exitCodes.ok],
  ['deep-result', exitCodes.reported],
  ['escapes', exitCodes.ok],
  ['reference-tree', exitCodes.ok],
];
test.each(sampled('hostile servers that programs call', called, 2))(
  '%s does not stop a program',
  { timeout: HANGS_MS },
  async (name, code) => {
    const folder = await folderFor(name);
    const stdin = 'return await tools.s.evil.raw({}) !== undefined;';
    expectCivil(await cpe(folder, ['run', '-'], { stdin }), code);
  },
);

describe('Ctrl-C ends cpe', () => {
  const moments: [string, string, object][] = [
    ['while a result is checked', 'pattern-output', {}],
    ['while progress comes for ever', 'endless-progress', { maxRequestTime: 50 }],
    ['while pages come for ever', 'slow-pages', { requestTimeout: 50 }],
    ['while an answer comes for ever', 'endless-answer', { requestTimeout: 50, maxRequestTime: 50 }],
  ];
  test.each(sampled('moments at which cpe is interrupted', moments, 2))(
    '%s',
    { timeout: HANGS_MS },
    async (_, name, more) => {
      const child = start(await folderFor(name, 'stdio', more), ['mcp', 'call-tool', 's/evil', '--progress']);
      await said(child, 'begins');
      const began = performance.now();
      child.kill('SIGINT');
      const { code, err } = await finish(child);
      expect([code, performance.now() - began < 20_000, err]).toEqual([
        exitCodes.interrupted,
        true,
        expect.not.stringMatching(/\n\s+at .*(?:node:|file:|\.js:)/),
      ]);
    },
  );
});

/** The most memory that the process ever had, in megabytes, as it says itself at its end. */
async function peakOf(folder: string, words: readonly string[]): Promise<{ ran: Ran; megabytes: number }> {
  const file = join(folder, 'peak');
  const telling = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`;
  const program = `data:text/javascript,${encodeURIComponent(telling)}`;
  const ran = await cpe(folder, words, { env: { ...process.env, NODE_OPTIONS: `--import=${program}` } });
  return { ran, megabytes: Number(readFileSync(file, 'utf8')) / 1024 };
}

test('a body of 400 MB is refused without being held', { timeout: HANGS_MS }, async () => {
  const server = await serveHostile('big-body', { BODY_BYTES: '400000000' });
  servers.push(server);
  // The usual bound of a message, 64 MiB; an answer that is held whole takes twice its size at least.
  const folder = project({ s: { type: 'http', url: server.url, protocol: 'legacy' } });
  const usual = await peakOf(folder, ['mcp', 'call-tool', 's/calm']);
  expect(usual.ran.out).toBe('calm');
  const { ran, megabytes } = await peakOf(folder, ['mcp', 'call-tool', 's/evil']);
  expectCivil(ran, exitCodes.failed);
  expect(ran.err).toContain('maxMessageBytes');
  expect(megabytes - usual.megabytes).toBeLessThan(200);
});

/** Everything that makes a terminal do something, but for the colours and the cleared line of our own. */
function steering(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ours.
  const foreign = text.replaceAll(/\u001b\[(?:2K|\d{1,2}m)/g, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.exec(foreign)?.[0];
}

describe('nothing steers a terminal', () => {
  const readings: [string, string[]][] = [
    ['the text of a result', ['mcp', 'call-tool', 's/evil', '--progress']],
    ['the text of a failure', ['mcp', 'call-tool', 's/evil', 'fail:=true']],
    ['a result as JSON', ['mcp', 'call-tool', 's/evil', '--json']],
    ['a failure as JSON', ['mcp', 'call-tool', 's/evil', 'fail:=true', '--json']],
    ['a description', ['mcp', 'list-tools', 's']],
    ['a line about a tool', ['mcp', 'list-tools', 's', '-q']],
    ['a description as JSON', ['mcp', 'list-tools', 's', '--json']],
    ['a declaration', ['mcp', 'code-desc']],
    ['an examination', ['mcp', 'doctor']],
  ];
  test.each(sampled('ways to show what a hostile server says', readings, 3))(
    'that reads %s',
    { timeout: HANGS_MS },
    async (_, words) => {
      const { out, err } = await run(await folderFor('escapes'), words, { terminal: true });
      expect(`${out}${err}`.length).toBeGreaterThan(0);
      expect([steering(out), steering(err)]).toEqual([undefined, undefined]);
    },
  );

  test('and a pipe gets every byte of a result', async () => {
    const { out } = await run(await folderFor('escapes'), ['mcp', 'call-tool', 's/evil']);
    expect(out).toContain('\u001b]52;c;ZXZpbA==\u0007');
  });
});

describe('a lock', () => {
  test('whose text was changed is refused, whatever its hash says', async () => {
    const folder = await folderFor('odd-names');
    expect((await run(folder, ['mcp', 'lock'])).code).toBe(0);
    const { readFileSync, writeFileSync } = await import('node:fs');
    const path = `${folder}/cpe.lock`;
    expect((await run(folder, ['mcp', 'list-tools', 's', '--frozen'])).code).toBe(0);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Means harm.', 'Means well.'));
    const { code, err } = await run(folder, ['mcp', 'list-tools', 's', '--frozen']);
    expect([code, err]).toEqual([exitCodes.configuration, expect.stringContaining('does not fit its hash')]);
  });
});

test('a server called __proto__ is refused in words, one called constructor is not', async () => {
  const server = { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, 'odd-names'], ...limits };
  const odd = project(JSON.parse(`{"__proto__": ${JSON.stringify(server)}}`));
  const { code, err } = await run(odd, ['mcp', 'list-servers']);
  expect([code, err]).toEqual([exitCodes.configuration, expect.stringContaining('no server can have this name')]);
  const fine = await run(project({ constructor: server }), ['mcp', 'call-tool', 'constructor/toString']);
  expect([fine.code, fine.out]).toEqual([0, 'this is toString']);
});
