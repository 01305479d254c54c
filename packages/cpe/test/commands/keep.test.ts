import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { afterThisTest, freshFolder, toolbox } from '../host/servers.js';
import { cpe, project, run, said, start } from './cli.js';

/** Keepers of one test do not meet those of another: each test has a runtime folder of its own. */
function place(): { readonly env: NodeJS.ProcessEnv } {
  return { env: { ...process.env, XDG_RUNTIME_DIR: freshFolder() } };
}

async function keeping(folder: string, setting = place(), ...words: string[]) {
  const keeper = start(folder, ['mcp', 'keep', ...words], setting);
  afterThisTest(() => ended(keeper, 'SIGTERM'));
  await said(keeper, 'keeping ');
  return { keeper, call: (...args: string[]) => cpe(folder, ['mcp', 'call-tool', ...args], setting), setting };
}

async function ended(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

describe('servers that are kept', () => {
  test('remember between two commands what they would have forgotten', async () => {
    const folder = project({ box: toolbox({}, 'count') });
    expect((await cpe(folder, ['mcp', 'call-tool', 'box/count'])).out).toBe('1');
    const { call } = await keeping(folder);
    expect([(await call('box/count')).out, (await call('box/count')).out]).toEqual(['1', '2']);
  });

  test('serve commands side by side: each gets its own answer', async () => {
    const folder = project({ box: toolbox({}, 'count', 'said', 'steps') });
    const { call } = await keeping(folder);
    const ran = await Promise.all(['a', 'b', 'c', 'd'].map((path) => call('box/said', `path=${path}`)));
    expect(ran.map(({ out }) => out)).toEqual(['a', 'b', 'c', 'd'].map((path) => JSON.stringify({ path })));
    const { out, err } = await call('box/steps', '--progress');
    expect(out).toBe('done');
    expect(err).toContain('half');
  });

  test('are started anew after one died, and the command that killed it is told', async () => {
    const folder = project({ box: toolbox({}, 'count', 'die') });
    const { call } = await keeping(folder);
    expect((await call('box/count')).out).toBe('1');
    const died = await call('box/die');
    expect(died.code).toBe(4);
    expect(died.err).not.toContain('    at ');
    expect((await call('box/count')).out).toBe('1');
  });

  test('are not used when the configuration has changed: the command starts what is written now', async () => {
    const folder = project({ box: toolbox({ env: { NAME: 'old' } }, 'count', 'env') });
    const { call } = await keeping(folder);
    expect((await call('box/count')).out).toBe('1');
    const changed = { box: toolbox({ env: { NAME: 'new' } }, 'count', 'env') };
    writeFileSync(join(folder, 'cpe.yaml'), stringify({ version: '1.0', mcpServers: changed }));
    expect((await call('box/env', 'name=NAME')).out).toBe('"new"');
    expect((await call('box/count')).out).toBe('1');
  });

  test('go on for others when a command is interrupted in the middle of a call', async () => {
    const folder = project({ box: toolbox({}, 'count', 'hang') });
    const { call, setting } = await keeping(folder);
    const hanging = start(folder, ['mcp', 'call-tool', 'box/hang', '--progress'], setting);
    await said(hanging, 'hanging');
    await ended(hanging, 'SIGINT');
    expect(hanging.exitCode).toBe(130);
    expect((await call('box/count')).out).toBe('1');
  });

  test('are told by --status, ended by --stop, and kept only once', async () => {
    const folder = project({ box: toolbox({}, 'count') });
    const { keeper, setting, call } = await keeping(folder);
    await call('box/count');
    const status = await run(folder, ['mcp', 'keep', '--status', '--json'], setting);
    expect(JSON.parse(status.out).result).toMatchObject({
      kept: true,
      pid: keeper.pid,
      servers: [{ name: 'box', starts: 1 }],
    });
    const second = await run(folder, ['mcp', 'keep'], setting);
    expect(second.code).toBe(1);
    expect(second.err).toContain(`kept already, by process ${keeper.pid}`);
    const stopped = await run(folder, ['mcp', 'keep', '--stop'], setting);
    expect(stopped.out).toContain('Ended');
    expect(await exitOf(keeper)).toBe(0);
    expect((await run(folder, ['mcp', 'keep', '--status'], setting)).out).toBe('No servers are kept.\n');
  });

  test('are kept in the background and leave by themselves when nobody comes', async () => {
    const folder = project({ box: toolbox({}, 'count') });
    const setting = place();
    const { code, out } = await cpe(folder, ['mcp', 'keep', '--background', '--idle', '2s'], setting);
    expect(code).toBe(0);
    expect(out).toMatch(/^kept by process \d+\n$/);
    // The hook after each test waits until no server with its mark is left; nobody ends this one.
  });

  test('end with a keeper that is killed, and its socket is in nobody’s way', async () => {
    const folder = project({ box: toolbox({}, 'count') });
    const { keeper, call, setting } = await keeping(folder);
    expect((await call('box/count')).out).toBe('1');
    await ended(keeper, 'SIGKILL');
    expect((await call('box/count')).out).toBe('1');
    const again = await keeping(folder, setting);
    expect([(await again.call('box/count')).out, (await again.call('box/count')).out]).toEqual(['1', '2']);
  });

  test('are not looked for where others may write', async () => {
    const setting = place();
    const folder = project({ box: toolbox({}, 'count') });
    const open = join(setting.env.XDG_RUNTIME_DIR as string, 'cpe-keep');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const { code, err } = await run(folder, ['mcp', 'keep'], setting);
    expect(code).toBe(1);
    expect(err).toContain('open to others');
    expect((await cpe(folder, ['mcp', 'call-tool', 'box/count'], setting)).out).toBe('1');
  });

  test('are processes: an address needs no keeping', async () => {
    const folder = project({ far: { type: 'http', url: 'http://127.0.0.1:9/mcp' } });
    const { code, err } = await run(folder, ['mcp', 'keep'], place());
    expect(code).toBe(1);
    expect(err).toContain('only servers that are processes are kept');
  });
});

async function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
