import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';

import { readCommandLine, strangeVariables } from '../../src/serve/command-line.js';
import { EarlyExit } from '../../src/serve/early-exit.js';
import { type ExtraFlags, flags, variableOf } from '../../src/serve/flags.js';
import { settingsFrom } from '../../src/serve/settings.js';
import { textValue } from '../../src/shell/flag.js';

function given(argv: readonly string[], env: Record<string, string> = {}, extra: ExtraFlags = {}) {
  const name = 'cobre-mcp';
  return readCommandLine({ name, version: '1.2.3', description: 'x', prefix: 'COBRE_MCP', argv, env, extra });
}

async function read(argv: readonly string[], env: Record<string, string> = {}) {
  return (await given(argv, env)).common;
}

function fileWith(settings: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'quadrivium-settings-')), 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

async function failure(argv: readonly string[], env: Record<string, string> = {}): Promise<Fault> {
  const error = await read(argv, env).catch((reason: unknown) => reason);
  if (error instanceof Fault) return error;
  throw new Error('expected a Fault');
}

describe('precedence', () => {
  test('flag, then variable, then default', async () => {
    expect(settingsFrom(await given([]), '/here')).toMatchObject({
      transport: 'stdio',
      host: '127.0.0.1',
      port: 3000,
      allowedDirs: ['/here'],
      toolNames: 'seed',
      auth: 'none',
      inputErrors: 'profile',
      strictProtocol: false,
    });
    expect((await read([], { COBRE_MCP_PORT: '4000' })).port).toBe(4000);
    expect((await read(['--port', '5000'], { COBRE_MCP_PORT: '4000' })).port).toBe(5000);
    expect((await read(['--port=5000'], { COBRE_MCP_PORT: 'nonsense' })).port).toBe(5000);
  });

  test('a list that is given piece by piece is all of its pieces', async () => {
    const argv = ['--allowed-dirs', '/a', '--allowed-dirs', '/b,/c', '--allow-write'];
    expect(await read(argv, { COBRE_MCP_ALLOWED_DIRS: '/d' })).toMatchObject({
      allowedDirs: ['/a', '/b', '/c'],
      allowWrite: true,
    });
  });

  test('flag, then variable, then file', async () => {
    const file = fileWith({ port: 6000, host: 'localhost', 'allowed-tools': ['a', 'b'] });
    expect(await read(['--config', file])).toMatchObject({ port: 6000, host: 'localhost', allowedTools: ['a', 'b'] });
    expect((await read(['--config', file], { COBRE_MCP_PORT: '4000' })).port).toBe(4000);
    expect((await read(['--port', '5000'], { COBRE_MCP_CONFIG: file })).port).toBe(5000);
  });

  test.each([
    ['an unknown setting', { prot: 1 }, /unknown setting "prot"/],
    ['an unusable value', { port: { a: 1 } }, /unusable value for "port"/],
    ['a value out of range', { port: 70_000 }, /"port" in the configuration file must be/],
  ])('a file with %s is refused', async (_, settings, message) => {
    expect((await failure(['--config', fileWith(settings)])).message).toMatch(message);
  });

  test('a file that is missing or no JSON is refused by name', async () => {
    expect((await failure(['--config', '/no/such/file'])).message).toMatch(/cannot be read/);
    expect((await failure(['--config', import.meta.filename])).message).toMatch(/is not JSON/);
  });

  test('a file may be TOML', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quadrivium-settings-')), 'settings.toml');
    writeFileSync(file, 'port = 6001\nallowed-tools = ["a", "b"]\nstrict-protocol = true\n');
    const expected = { port: 6001, allowedTools: ['a', 'b'], strictProtocol: true };
    expect(await read(['--config', file])).toMatchObject(expected);
  });

  test('a server may have flags of its own', async () => {
    const extra = { db: textValue('db', 'Database file', 'path') };
    expect((await given(['--db', 'x.db'], {}, extra)).extra).toEqual({ db: 'x.db' });
    expect((await given([], { COBRE_MCP_DB: 'y.db' }, extra)).extra).toEqual({ db: 'y.db' });
    expect((await failure(['--db', 'x.db'])).message).toMatch(/--db/);
  });

  test('every flag has a variable', () => {
    for (const flag of Object.values(flags)) {
      expect(variableOf(flag.name, 'COBRE_MCP')).toMatch(/^COBRE_MCP_[A-Z_]+$/);
    }
  });
});

describe('values', () => {
  test('directories are separated by commas on the line and like PATH in the environment', async () => {
    const both = ['/data/cases', '/data/outputs'];
    expect((await read(['--allowed-dirs', '/data/cases,/data/outputs'])).allowedDirs).toEqual(both);
    expect((await read([], { COBRE_MCP_ALLOWED_DIRS: both.join(delimiter) })).allowedDirs).toEqual(both);
    expect((await read([], { COBRE_MCP_ALLOWED_DIRS: both.join(',') })).allowedDirs).toEqual(both);
  });

  test.each(['1', 'true', 'YES', 'on'])('a switch is on with %s', async (text) => {
    expect((await read([], { COBRE_MCP_ALLOW_WRITE: text })).allowWrite).toBe(true);
  });

  test('a switch is on by its name, and off when the variable says so', async () => {
    expect((await read(['--allow-write'])).allowWrite).toBe(true);
    expect((await read([], { COBRE_MCP_ALLOW_WRITE: 'false' })).allowWrite).toBe(false);
  });
});

describe('mistakes are explained', () => {
  test.each([
    [['--prot', '1'], {}, /Unknown option '--prot'/, /Did you mean --port\?/],
    [['--port', 'abc'], {}, /--port must be a whole number from 0 to 65535, not "abc"/, /--help/],
    [['--port', '70000'], {}, /--port must be a whole number/, /--help/],
    [['--transport', 'carrier-pigeon'], {}, /--transport must be one of stdio, http, ws, sse, all-http/, /--help/],
    [['--port'], {}, /--port <n>' argument missing/, /--help/],
    [['serve'], {}, /[Tt]oo many arguments/, /--help/],
    [['--allowed-dirs', 'a,,b'], {}, /--allowed-dirs has an empty entry/, /--help/],
    [[], { COBRE_MCP_PORT: '-1' }, /COBRE_MCP_PORT must be a whole number/, /--help/],
    [[], { COBRE_MCP_ALLOW_WRITE: 'maybe' }, /COBRE_MCP_ALLOW_WRITE must be true or false/, /--help/],
  ])('%j %j', async (argv, env, message, suggestion) => {
    const fault = await failure(argv, env as Record<string, string>);
    expect(fault.kind).toBe('BadUsage');
    expect(fault.message).toMatch(message);
    expect(fault.suggestion).toMatch(suggestion);
  });

  test('variables that look like ours and are not are found', () => {
    expect(
      strangeVariables({ env: { COBRE_MCP_PROT: '1', COBRE_MCP_PORT: '1', HOME: '/' }, prefix: 'COBRE_MCP' }),
    ).toEqual(['COBRE_MCP_PROT']);
  });
});

test('help and version are printed and end well', async () => {
  await expect(read(['--version'])).rejects.toThrow(new EarlyExit(0, '1.2.3\n'));
  const help = (await read(['--help']).catch((error: unknown) => error)) as EarlyExit;
  expect(help.code).toBe(0);
  for (const flag of Object.values(flags)) expect(help.output).toContain(`--${flag.name}`);
  expect(help.output).toContain('COBRE_MCP_ALLOWED_DIRS');
});
