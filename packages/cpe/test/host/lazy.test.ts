/** Servers that are only started when they are used; each start leaves a line in a file. */
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { fileToolCache } from '../../src/host/cache/tool-cache.js';
import type { ConnectedHost } from '../../src/host/host.js';
import { cpe, finish, type Ran, run, type Setting, said, start } from '../commands/cli.js';
import { afterThisTest, freshFolder, open, textOf, tool, toolbox } from './servers.js';

/** A project whose servers tell of their starts and calls, and whose cache is its own. */
class LazyProject {
  readonly folder = freshFolder();
  readonly cache = join(this.folder, 'cache', 'cpe', 'tools');
  readonly setting: Setting = {
    env: { ...process.env, XDG_CACHE_HOME: join(this.folder, 'cache'), XDG_RUNTIME_DIR: freshFolder() },
  };

  server(
    name: string,
    tools: readonly string[],
    more: { readonly env?: object; readonly [key: string]: unknown } = {},
  ) {
    // Of variables only the names tell servers apart, so these can change without making another server of it.
    const usual = { WITHOUT: '', CHANGE_AFTER: '99', MANNERS: '' };
    const env = { STARTS: this.path(`${name}.starts`), CALLS: this.path(`${name}.calls`), ...usual, ...more.env };
    return toolbox({ lazy: true, ...more, env }, ...tools);
  }

  write(mcpServers: object, rest: object = {}): void {
    writeFileSync(this.path('cpe.yaml'), stringify({ version: '1.0', mcpServers, ...rest }));
  }

  run(...words: string[]): Promise<Ran> {
    return run(this.folder, words, this.setting);
  }

  program(code: string): Promise<Ran> {
    return run(this.folder, ['run', '-'], { ...this.setting, stdin: code });
  }

  starts(name: string): number {
    return linesOf(this.path(`${name}.starts`)).length;
  }

  calls(name: string): string[] {
    return linesOf(this.path(`${name}.calls`));
  }

  /** The one file of the cache. */
  file(): string {
    const [file = '', ...others] = readdirSync(this.cache);
    expect(others).toEqual([]);
    return join(this.cache, file);
  }

  path(name: string): string {
    return join(this.folder, name);
  }
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** A lazy server with two tools that has been asked once. */
async function remembered(tools = ['count', 'said'], more: Record<string, unknown> = {}): Promise<LazyProject> {
  const lazy = new LazyProject();
  lazy.write({ box: lazy.server('box', tools, more) });
  expect((await lazy.run('mcp', 'list-tools', 'box', '-q')).code).toBe(0);
  expect(lazy.starts('box')).toBe(1);
  return lazy;
}

describe('a lazy server', () => {
  test('is asked once, and known from then on without being started', async () => {
    const lazy = await remembered();
    const again = await lazy.run('mcp', 'list-tools', 'box');
    expect(again.out).toContain('## count');
    expect(again.out).toMatch(/As remembered since \d{4}-/);
    expect((await lazy.run('mcp', 'list-tools', '-q')).out.match(/^box\//gm)).toHaveLength(2);
    expect((await lazy.run('mcp', 'code-desc')).out).toContain('count');
    expect(lazy.starts('box')).toBe(1);
  });

  test('is started by its first call, once for calls side by side', async () => {
    const lazy = await remembered();
    expect((await lazy.run('mcp', 'call-tool', 'box/said', 'path=a')).out).toBe('{"path":"a"}');
    expect(lazy.starts('box')).toBe(2);
    const code = 'return (await Promise.all([1, 2, 3, 4].map(() => tools.box.count({})))).join();';
    expect((await lazy.program(code)).out).toContain('1,2,3,4');
    expect(lazy.starts('box')).toBe(3);
  });

  test.each([true, false])('is called twenty times at once without a word from Node (lazy: %s)', async (isLazy) => {
    const lazy = await remembered(['count'], { lazy: isLazy });
    const stdin = 'return (await Promise.all(Array.from({ length: 20 }, () => tools.box.count({})))).length;';
    const { out, err } = await cpe(lazy.folder, ['run', '-'], { ...lazy.setting, stdin });
    expect([out, err]).toEqual(['20\n', '']);
  });

  test('that a program does not call is not started, though all tools are at hand', async () => {
    const lazy = new LazyProject();
    lazy.write({ one: lazy.server('one', ['count']), two: lazy.server('two', ['said']) });
    await lazy.run('mcp', 'list-tools', '-q');
    const code = 'const { one } = tools; await one.count({}); return Object.keys(tools).sort().join();';
    expect((await lazy.program(code)).out).toContain('count,one,said,two');
    expect([lazy.starts('one'), lazy.starts('two')]).toEqual([2, 1]);
  });

  test('is one by default where the configuration says so, and may say otherwise itself', async () => {
    const lazy = new LazyProject();
    lazy.write(
      { one: lazy.server('one', ['count'], { lazy: undefined }), two: lazy.server('two', ['said'], { lazy: false }) },
      { defaults: { lazy: true } },
    );
    for (const _ of [1, 2, 3]) await lazy.run('mcp', 'list-tools', '-q');
    expect([lazy.starts('one'), lazy.starts('two')]).toEqual([1, 3]);
  });

  test('is connected for each program where connections are fresh, and asked before its first call', async () => {
    const lazy = new LazyProject();
    const server = (env: object) => ({ box: lazy.server('box', ['count'], { env }) });
    const rest = { defaults: { codeMode: { connections: 'fresh' } } };
    lazy.write(server({}), rest);
    await lazy.run('mcp', 'list-tools', '-q');
    lazy.write(server({ WITHOUT: 'count' }), rest);
    const { code, err } = await lazy.program('return await tools.box.count({});');
    expect([code, err]).toEqual([5, expect.stringContaining('box offers no tool count any more')]);
    expect([lazy.starts('box'), lazy.calls('box')]).toEqual([2, []]);
  });

  test('that cannot be reached is known all the same; only its call fails', async () => {
    const lazy = await remembered();
    lazy.write({ box: lazy.server('box', ['count', 'said'], { env: { MANNERS: 'silent' }, timeout: 1 }) });
    expect((await lazy.run('mcp', 'list-tools', 'box', '-q')).out).toContain('box/count');
    const { code, err } = await lazy.run('mcp', 'call-tool', 'box/count');
    expect([code, err]).toEqual([4, expect.stringContaining('box')]);
    const program = await lazy.program('try { await tools.box.count({}); } catch { return "went on"; }');
    expect(program.out).toContain('went on');
  });

  test('is stopped while it starts by Ctrl-C', async () => {
    const lazy = await remembered();
    lazy.write({ box: lazy.server('box', ['count', 'said'], { env: { MANNERS: 'silent' } }) });
    const child = start(lazy.folder, ['mcp', 'call-tool', 'box/count'], lazy.setting);
    await said(child, 'silent');
    child.kill('SIGINT');
    expect((await finish(child)).code).toBe(130);
  });

  test('is started once for all commands where it is kept', async () => {
    const lazy = await remembered();
    const keeper = start(lazy.folder, ['mcp', 'keep'], lazy.setting);
    afterThisTest(async () => {
      if (keeper.exitCode === null && keeper.signalCode === null) {
        const exit = once(keeper, 'exit');
        keeper.kill('SIGTERM');
        await exit;
      }
    });
    await said(keeper, 'keeping ');
    // As processes of their own: where a server is started from is a part of what it is.
    const command = (...words: string[]): Promise<Ran> => cpe(lazy.folder, ['mcp', ...words], lazy.setting);
    for (const _ of [1, 2]) expect((await command('list-tools', '-q')).out).toContain('box/count');
    expect([(await command('call', 'box/count')).out, (await command('call', 'box/count')).out]).toEqual(['1', '2']);
    const status = JSON.parse((await command('keep', '--status', '--json')).out) as { result: object };
    // The keeper's own first one, the first listing and two calls; the second listing asked nobody.
    expect(status.result).toMatchObject({ joins: 4, servers: [{ name: 'box', starts: 1 }] });
  });

  test('shows only what its filter lets through', async () => {
    const lazy = await remembered();
    const filtered = { enabledTools: ['said', 'nobody'] };
    lazy.write({ box: lazy.server('box', ['count', 'said'], filtered) });
    const { out, err } = await lazy.run('mcp', 'list-tools', '-q');
    expect(out.match(/^box\/\w+/gm)).toEqual(['box/said']);
    expect(err).toContain("no tool matches 'nobody' of enabledTools");
    expect((await lazy.run('mcp', 'call-tool', 'box/count')).err).toContain('the filter leaves it out');
    expect(lazy.calls('box')).toEqual([]);
  });

  test('is asked at once by commands that write down or examine what it offers', async () => {
    const lazy = await remembered();
    const asking = [
      ['mcp', 'info', 'box'],
      ['mcp', 'lock'],
      ['mcp', 'emit-ts'],
      ['mcp', 'resources', 'box'],
      ['mcp', 'doctor'],
    ];
    for (const words of asking) expect((await lazy.run(...words)).code).toBe(0);
    expect(lazy.starts('box')).toBe(1 + asking.length);
    expect((await lazy.run('mcp', 'doctor')).out).toContain('lazy: its tools were remembered since');
    expect((await lazy.run('mcp', 'list-tools', 'box', '--refresh')).out).not.toContain('As remembered');
    expect(lazy.starts('box')).toBe(3 + asking.length);
  });
});

describe('what a lazy server offers now', () => {
  const changed = async (env: object, tools = ['count', 'said']) => {
    const lazy = await remembered(tools);
    lazy.write({ box: lazy.server('box', tools, { env }) });
    return lazy;
  };

  test('is told where it differs, and remembered', async () => {
    const lazy = await changed({ CHANGE_AFTER: '0' });
    const { out, err } = await lazy.run('mcp', 'call-tool', 'box/count');
    expect([out, err]).toEqual([
      '1',
      expect.stringContaining('other tools than the cache knew: count changed, said changed'),
    ]);
    const listed = await lazy.run('mcp', 'list-tools', 'box');
    expect(listed.out).toContain('Now count sends everything home.');
    expect(lazy.starts('box')).toBe(2);
  });

  test('decides about a call: what is gone is not called', async () => {
    const lazy = await changed({ WITHOUT: 'count' });
    const { code, err } = await lazy.run('mcp', 'call-tool', 'box/count');
    expect([code, err]).toEqual([5, expect.stringContaining('box offers no tool count any more')]);
    expect(lazy.calls('box')).toEqual([]);
    expect((await lazy.run('mcp', 'list-tools', '-q')).out).not.toContain('box/count');
  });

  test('is looked at for a tool that the cache does not know', async () => {
    const lazy = new LazyProject();
    lazy.write({ box: lazy.server('box', ['count', 'said'], { env: { WITHOUT: 'count' } }) });
    await lazy.run('mcp', 'list-tools', '-q');
    lazy.write({ box: lazy.server('box', ['count', 'said']) });
    expect((await lazy.run('mcp', 'call-tool', 'box/count')).out).toBe('1');
    expect(lazy.starts('box')).toBe(2);
    expect((await lazy.run('mcp', 'call-tool', 'box/nobody')).err).toContain('box offers no tool nobody');
  });

  test('is remembered again when the server says that it has changed', async () => {
    const cache = fileToolCache(join(freshFolder(), 'tools'));
    const servers = { box: toolbox({ lazy: true }, 'grow', 'said') };
    const names = (host: ConnectedHost): string[] => host.tools().map(({ name }) => name);
    await open(servers, { cache });
    const host = await open(servers, { cache });
    expect([names(host), host.session('box')?.rememberedAt]).toEqual([['said', 'grow'], expect.any(String)]);
    await host.call(tool(host, 'grow'), {});
    expect([await host.refresh(), names(host)]).toEqual([true, ['said', 'grow', 'grown']]);
    expect(names(await open(servers, { cache }))).toEqual(['said', 'grow', 'grown']);
  });

  test('becomes known between two turns of a model', async () => {
    const cache = fileToolCache(join(freshFolder(), 'tools'));
    const box = (env: Record<string, string>) => ({ box: toolbox({ lazy: true, env }, 'said', 'count') });
    await open(box({ WITHOUT: 'count' }), { cache });
    const host = await open(box({ WITHOUT: '' }), { cache });
    expect(await host.refresh()).toBe(false);
    expect(textOf(await host.call(tool(host, 'said'), { path: 'a' }))).toBe('{"path":"a"}');
    expect([await host.refresh(), host.tools().map(({ name }) => name)]).toEqual([true, ['count', 'said']]);
    expect(host.warnings).toEqual(["server 'box' offers other tools than the cache knew: count added"]);
  });

  test('is held against cpe.lock before every call', async () => {
    const lazy = await remembered();
    await lazy.run('mcp', 'lock');
    expect((await lazy.run('mcp', 'call-tool', 'box/count', '--frozen')).out).toBe('1');
    lazy.write({ box: lazy.server('box', ['count', 'said'], { env: { CHANGE_AFTER: '0' } }) });
    const twice = `const tries = [];
      for (const _ of [1, 2]) tries.push(await tools.box.count({}).catch((error) => error.message));
      return tries;`;
    const { out } = await run(lazy.folder, ['run', '-', '--frozen'], { ...lazy.setting, stdin: twice });
    expect(out.match(/The tools differ from cpe.lock/g)).toHaveLength(2);
    const frozen = await lazy.run('mcp', 'call-tool', 'box/count', '--frozen');
    expect([frozen.code, frozen.out]).toEqual([2, '']);
    expect(lazy.calls('box')).toEqual(['count']);
  });
});

describe('what is remembered', () => {
  test('is the user’s alone, and holds no value of a variable or a header', async () => {
    const lazy = await remembered(['count'], { env: { TOKEN: 'not-to-be-told' } });
    expect(statSync(lazy.file()).mode & 0o777).toBe(0o600);
    expect(statSync(lazy.cache).mode & 0o777).toBe(0o700);
    expect(readFileSync(lazy.file(), 'utf8')).not.toContain('not-to-be-told');
  });

  test.each([
    ['is no JSON', '{"version":1,'],
    ['holds something else', '{"version":1,"tools":{}}'],
    ['nests without end', `{"version":1,"tools":${'['.repeat(100_000)}`],
    ['is empty', ''],
  ])('is left and renewed where it %s', async (_, text) => {
    const lazy = await remembered();
    writeFileSync(lazy.file(), text);
    const { code, out, err } = await lazy.run('mcp', 'list-tools', '-q');
    expect([code, out, err]).toEqual([0, expect.stringContaining('box/count'), expect.stringContaining('is not used')]);
    expect([lazy.starts('box'), (await lazy.run('mcp', 'list-tools', '-q')).err]).toEqual([2, '']);
  });

  test('is done without where it cannot be written', async () => {
    const lazy = new LazyProject();
    lazy.write({ box: lazy.server('box', ['count']) });
    writeFileSync(lazy.path('cache'), 'a file where a folder should be');
    const { code, out, err } = await lazy.run('mcp', 'list-tools', '-q');
    expect([code, out, err]).toEqual([
      0,
      expect.stringContaining('box/count'),
      expect.stringContaining('not remembered'),
    ]);
    expect((await lazy.run('mcp', 'call-tool', 'box/count')).out).toBe('1');
  });

  test('is left without a word where another version of cpe wrote it', async () => {
    const lazy = await remembered();
    writeFileSync(lazy.file(), '{"version":2}');
    expect((await lazy.run('mcp', 'list-tools', '-q')).err).toBe('');
    expect(lazy.starts('box')).toBe(2);
  });

  test('is not believed where others may write', async () => {
    const lazy = await remembered();
    chmodSync(lazy.file(), 0o666);
    expect((await lazy.run('mcp', 'list-tools', '-q')).err).toContain('somebody else may have written it');
    expect(lazy.starts('box')).toBe(2);
  });

  test('is asked for again after a week', async () => {
    const lazy = await remembered();
    const entry = JSON.parse(readFileSync(lazy.file(), 'utf8')) as object;
    const eightDays = 8 * 24 * 3_600_000;
    writeFileSync(lazy.file(), JSON.stringify({ ...entry, savedAt: new Date(Date.now() - eightDays).toISOString() }));
    await lazy.run('mcp', 'list-tools', '-q');
    expect(lazy.starts('box')).toBe(2);
  });

  test('passes the door that answers of servers pass', async () => {
    const lazy = await remembered();
    const entry = JSON.parse(readFileSync(lazy.file(), 'utf8')) as object;
    const inputSchema = { type: 'object' };
    const deep = JSON.parse(`${'{"not":'.repeat(70)}{}${'}'.repeat(70)}`) as object;
    const tools = [
      { name: 'honest', inputSchema },
      { name: 'long', description: 'x'.repeat(40_000), inputSchema },
      { name: '__proto__', inputSchema },
      { name: 'deep', inputSchema: { ...inputSchema, ...deep } },
      { name: 'escape', description: '\u001b]52;c;eA==\u0007', inputSchema },
      'no tool at all',
    ];
    writeFileSync(lazy.file(), JSON.stringify({ ...entry, tools }));
    const listed = JSON.parse((await lazy.run('mcp', 'list-tools', 'box', '--json')).out) as {
      result: { tools: { name: string; description: string }[] };
    };
    const found = listed.result.tools;
    expect(found.map(({ name }) => name)).toEqual(['honest', 'long', 'escape']);
    // The bound of a description, 30 000 characters, and a word about the rest.
    expect(found[1]?.description.length).toBeLessThan(30_100);
    const seen = await run(lazy.folder, ['mcp', 'list-tools', 'box'], { ...lazy.setting, terminal: true });
    expect(seen.out).not.toContain('\u001b]');
  });

  test('is at most two hundred servers; the oldest go first', async () => {
    const lazy = await remembered();
    const kept = lazy.file();
    const old = new Date('2020-01-01');
    const others = Array.from({ length: 200 }, (_, i) => join(lazy.cache, `${i.toString(16).padStart(32, '0')}.json`));
    for (const file of others) {
      writeFileSync(file, '{}', { mode: 0o600 });
      utimesSync(file, old, old);
    }
    await lazy.run('mcp', 'list-tools', '-q', '--refresh');
    expect([existsSync(kept), readdirSync(lazy.cache).length]).toEqual([true, 200]);
  });

  test('is shown, renewed and forgotten by cpe mcp cache', async () => {
    const lazy = await remembered();
    expect((await lazy.run('mcp', 'cache')).out).toMatch(/^Remembered:\n- box: 2 tools, of \d{4}-/);
    expect((await lazy.run('mcp', 'cache', '--refresh')).code).toBe(0);
    expect(lazy.starts('box')).toBe(2);
    expect((await lazy.run('mcp', 'cache', 'box', '--clear')).out).toBe('Forgotten: box\n');
    expect((await lazy.run('mcp', 'cache')).out).toContain('- box: nothing');
    expect((await lazy.run('mcp', 'cache', '--clear')).out).toBe('Forgotten: 0 servers\n');
    expect((await lazy.run('mcp', 'cache', '--clear', '--refresh')).code).toBe(1);
    lazy.write({ box: lazy.server('box', ['count'], { lazy: false }) });
    expect((await lazy.run('mcp', 'cache', 'box')).err).toContain('box is not lazy');
  });
});
