import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/faults.js';
import { lockOf, lockText } from '../../src/host/lockfile.js';
import { expectNoneLeft, freshFolder, misbehaving, newMark, open, serve, textOf, tool, toolbox } from './servers.js';

const namesOf = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

describe('tools of several servers', () => {
  test('are offered in the order of the file, whoever answers first', async () => {
    const host = await open({ z: misbehaving('slow-modern', { protocol: 'modern' }), a: toolbox({}, 'count') });
    expect(host.tools().map(({ server, name }) => `${server}/${name}`)).toEqual(['z/echo', 'z/seen', 'a/count']);
    expect(host.servers()).toMatchObject([
      { name: 'z', state: 'ready', info: { era: 'modern' } },
      { name: 'a', state: 'ready', info: { era: 'legacy' } },
    ]);
  });

  test('are asked for one server after another, in the order of the file', async () => {
    const notes = join(freshFolder(), 'notes');
    const server = (name: string): object => toolbox({ env: { NAME: name, LIST_NOTES: notes } }, 'count');
    await open({ z: server('z'), a: server('a'), m: server('m') });
    const order = ['z', 'a', 'm'].flatMap((name) => [`${name} asked`, `${name} answered`]);
    expect(readFileSync(notes, 'utf8').trim().split('\n')).toEqual(order);
  });

  test('with one name are offered once; the first in the file wins, with the warning of the seed', async () => {
    const servers = {
      server1: toolbox({ env: { NAME: 'one' } }, 'read_file'),
      server2: toolbox({ env: { NAME: 'two' } }, 'read_file', 'count'),
    };
    const host = await open(servers);
    expect(host.tools().map(({ server, name }) => `${server}/${name}`)).toEqual(['server1/read_file', 'server2/count']);
    expect(host.warnings).toEqual([
      "skipping duplicate tool name 'read_file' in server 'server2' (already registered from server 'server1')",
    ]);
    expect(textOf(await host.call(tool(host, 'read_file'), { path: 'x' }))).toBe('one:x');
    const second = host.byProviderName('server2__read_file');
    expect(second && textOf(await host.call(second, { path: 'x' }))).toBe('two:x');
  });

  test('with one name can be refused, or told apart by their servers', async () => {
    const servers = { one: toolbox({}, 'count'), two: toolbox({}, 'count') };
    await expect(open(servers, {}, { duplicates: 'error' })).rejects.toMatchObject({
      kind: 'DuplicateTool',
      message: 'Both one and two offer a tool called count.',
    });
    const host = await open(servers, {}, { duplicates: 'prefix' });
    expect(host.tools().map(({ providerName }) => providerName)).toEqual(['one__count', 'two__count']);
    expect(host.warnings).toEqual([]);
  });
});

describe('filters', () => {
  const all = ['read_file', 'list_directory', 'write_file'];

  test.each([
    ['without one all tools are there', {}, all, { mode: 'all', filtered: 0 }],
    ['a white list', { enabledTools: ['read_file'] }, ['read_file'], { mode: 'whitelist', filtered: 2 }],
    [
      'a black list',
      { disabledTools: ['read_file'] },
      ['list_directory', 'write_file'],
      { mode: 'blacklist', filtered: 1 },
    ],
    ['patterns', { enabledTools: ['*_file'] }, ['read_file', 'write_file'], { mode: 'whitelist', filtered: 1 }],
    [
      'a plain name is not a pattern',
      { disabledTools: ['read'] },
      all,
      { mode: 'blacklist', filtered: 0, unmatched: ['read'] },
    ],
  ])('%s', async (_, filter, expected, statistics) => {
    const host = await open({ s: toolbox(filter, ...all) });
    expect(namesOf(host.tools())).toEqual(expected);
    expect(host.servers()[0]?.filter).toMatchObject({ total: 3, available: expected.length, ...statistics });
  });

  test('a name that matches no tool is a warning', async () => {
    const host = await open({ s: toolbox({ enabledTools: ['count', 'cuont'] }, 'count') });
    expect(host.warnings).toEqual(["server 's': no tool matches 'cuont' of enabledTools; did you mean 'count'?"]);
  });

  test('apply before duplicates are looked for, and to their own server only', async () => {
    const host = await open({ a: toolbox({ disabledTools: ['count'] }, 'count'), b: toolbox({}, 'count') });
    expect(host.tools().map(({ server, name }) => `${server}/${name}`)).toEqual(['b/count']);
    expect(host.warnings).toEqual([]);
  });
});

describe('a server that cannot be connected', () => {
  test('ends everything, and nothing is left running', async () => {
    const env = { CPE_TEST_MARK: newMark() };
    const failed = open({
      good: toolbox({ env }),
      bad: misbehaving('exit-at-start', { env }),
      slow: misbehaving('silent', { env }),
    });
    await expect(failed).rejects.toMatchObject({
      kind: 'ServerDied',
      message: expect.stringContaining('cannot open config.toml'),
    });
    await expectNoneLeft(env.CPE_TEST_MARK);
  });

  test('is done without when it is not required, and the reason is told', async () => {
    const host = await open({ good: toolbox({}, 'count'), bad: misbehaving('exit-at-start', { required: false }) });
    expect(namesOf(host.tools())).toEqual(['count']);
    expect(host.warnings[0]).toMatch(/^going on without server 'bad': bad ended during .*exit code 3/);
    expect(host.servers()).toMatchObject([
      { state: 'ready' },
      { name: 'bad', state: 'failed', failure: { kind: 'ServerDied' } },
    ]);
  });

  test('is done without when the user says so', async () => {
    const host = await open({ good: toolbox({}, 'count'), bad: misbehaving('exit-at-start') }, { keepGoing: true });
    expect(namesOf(host.tools())).toEqual(['count']);
  });

  test('stops the others when cancelled, and nothing is left running', async () => {
    const env = { CPE_TEST_MARK: newMark() };
    const signal = AbortSignal.timeout(500);
    const failed = open({ good: toolbox({ env }), slow: misbehaving('silent', { env }) }, { signal });
    await expect(failed).rejects.toMatchObject({ kind: 'Cancelled' });
    await expectNoneLeft(env.CPE_TEST_MARK);
  });
});

describe('listing', () => {
  test('that fails on one server is a warning; the other’s tools work', async () => {
    const servers = { bad: misbehaving('hang-list', { requestTimeout: 0.3 }), good: toolbox({}, 'count') };
    const host = await open(servers);
    expect(host.warnings[0]).toMatch(/^listing the tools of server 'bad' failed: /);
    expect(textOf(await host.call(tool(host, 'count'), {}))).toBe('1');
  });

  test('that fails on all servers is an error, and nothing is left running', async () => {
    const env = { CPE_TEST_MARK: newMark() };
    const failed = open({ bad: misbehaving('hang-list', { requestTimeout: 0.3, env }) });
    await expect(failed).rejects.toMatchObject({ kind: 'NoTools', message: expect.stringContaining('bad: ') });
    await expectNoneLeft(env.CPE_TEST_MARK);
  });

  test('keeps good tools beside malformed ones', async () => {
    const host = await open({ bad: misbehaving('malformed') });
    expect(namesOf(host.tools())).toEqual(['first', 'odd_title', 'untyped', 'last']);
    expect(host.warnings).toContain("server 'bad': tool no_schema is left out, its inputSchema is not an object");
  });

  test('with an endless cursor ends', async () => {
    const host = await open({ bad: misbehaving('endless') });
    expect(namesOf(host.tools())).toEqual(['t0', 't1', 't2']);
  });

  test('notices text on stdout that is not MCP', async () => {
    const host = await open({ bad: misbehaving('junk') });
    expect(host.warnings).toEqual([
      'server \'bad\' writes text to stdout that is not MCP; the first line is "Welcome to my server!"',
    ]);
  });

  test('is done again when a server says its tools have changed', async () => {
    const host = await open({ s: misbehaving() });
    expect(await host.refresh()).toBe(false);
    await host.call({ ...tool(host, 'echo'), name: 'announce' }, {});
    expect(await host.refresh()).toBe(false);
  });
});

test('http and sse servers of both eras are connected beside a process', async () => {
  const host = await open({
    modern: { type: 'http', url: await serve('http,modern'), enabledTools: ['echo'] },
    legacy: { type: 'http', url: await serve('http') },
    sse: { type: 'sse', url: await serve('sse') },
    local: toolbox({}, 'count'),
  });
  const eras = host.servers().map(({ name, info }) => `${name} ${info?.era}`);
  expect(eras).toEqual(['modern modern', 'legacy legacy', 'sse legacy', 'local legacy']);
  for (const each of host.everyTool().filter(({ name }) => name === 'echo')) {
    expect(textOf(await host.call(each, { text: each.server }))).toBe(each.server);
  }
});

test('an unknown server is refused by name', async () => {
  const failure = await open({ a: toolbox() }, { only: ['b'] }).catch((fault: Fault) => fault);
  expect(failure).toMatchObject({ kind: 'UnknownServer', suggestion: 'Servers: a.' });
});

test('a server that changes its tools in the middle of a session is told, and withdrawn where only agreed tools may be used', async () => {
  const servers = { box: toolbox({}, 'grow', 'said') };
  const lock = (await open(servers)).everyTool();
  const text = lockText(lockOf(lock));
  const news: string[] = [];
  const changed = async (frozen: boolean) => {
    const host = await open(servers, { lock: { text, frozen }, onNews: (line) => news.push(line) });
    await host.call(tool(host, 'grow'), {});
    await host.refresh();
    return host;
  };
  const free = await changed(false);
  expect(news).toEqual(["server 'box' offers other tools now: grown added"]);
  expect(free.tools().map(({ name }) => name)).toContain('grown');
  expect(free.warnings).toContain('tool differs from cpe.lock: box/grown added');
  const frozen = await changed(true);
  expect(frozen.tools()).toEqual([]);
  expect(frozen.warnings.join()).toContain("the tools of server 'box' are not used any more");
});
