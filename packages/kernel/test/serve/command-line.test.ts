import { delimiter } from 'node:path';

import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';

import { readCommandLine, strangeVariables } from '../../src/serve/command-line.js';
import { EarlyExit } from '../../src/serve/early-exit.js';
import { flags, variableOf } from '../../src/serve/flags.js';
import { settingsFrom } from '../../src/serve/settings.js';

function read(argv: readonly string[], env: Record<string, string> = {}) {
  return readCommandLine({ name: 'cobre-mcp', version: '1.2.3', description: 'x', prefix: 'COBRE_MCP', argv, env });
}

async function failure(argv: readonly string[], env: Record<string, string> = {}): Promise<Fault> {
  const error = await read(argv, env).catch((reason: unknown) => reason);
  if (error instanceof Fault) return error;
  throw new Error('expected a Fault');
}

describe('precedence', () => {
  test('flag, then variable, then default', async () => {
    expect(settingsFrom(await read([]), '/here')).toMatchObject({
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
