import { describe, expect, test } from 'vitest';
import { connect } from '../../src/client/index.js';
import { connectBad, expectNothingLeft, faultOf } from './misbehaving.js';

describe('a handshake over stdio', () => {
  test.each([
    ['a server that answers the probe with an error', '', 'legacy', 1],
    ['a server that never answers the probe', 'hang-probe', 'legacy', 1],
    ['a server that exits on the probe, by starting it once more', 'die-on-probe', 'legacy', 2],
    ['a server that complains about the probe and exits, likewise', 'complain-of-probe', 'legacy', 2],
    ['a server of the newer era, on the process that was probed', 'modern', 'modern', 1],
    ['a newer server that answers the probe too late, by asking the same process again', 'slow-modern', 'modern', 1],
    ['a server that writes a banner to stdout', 'junk', 'legacy', 1],
    ['a server that floods stderr', 'stderr-spam', 'legacy', 1],
  ])('reaches %s', async (_, manners, era, starts) => {
    const connection = await connectBad(manners, { probeMs: 50 });
    expect(connection.info.era).toBe(era);
    expect(connection.info.serverInfo?.name).toBe('misbehaving');
    expect(connection.diagnostics().starts).toBe(starts);
    expect((await connection.tools()).tools.map((tool) => tool.name)).toEqual(['echo', 'seen']);
  });

  test('asks no second process when the first one answers', async () => {
    const connection = await connectBad('modern');
    const seen = await connection.callTool('seen');
    expect(JSON.parse((seen.content[0] as { text: string }).text)).toEqual(['server/discover', 'tools/call']);
  });

  test.each([
    [
      'a missing command is named',
      { command: 'no-such-command-here' },
      'SpawnFailed',
      /no-such-command-here .*not found/,
    ],
    [
      'a missing directory is a spawn failure',
      { command: process.execPath, cwd: '/no/such/dir' },
      'SpawnFailed',
      /not found/,
    ],
  ] as const)('%s', async (_, config, kind, message) => {
    const fault = await faultOf(connect({ type: 'stdio', ...config }, { name: 'bad' }));
    expect(fault.kind).toBe(kind);
    expect(fault.message).toMatch(message);
    expect(fault.suggestion).toContain('PATH');
  });

  test.each([
    [
      'a server that exits at once',
      'exit-at-start',
      'ServerDied',
      { exitCode: 3, stderrTail: 'cannot open config.toml' },
    ],
    [
      'a server that exits at initialize',
      'die-at-handshake',
      'ServerDied',
      { exitCode: 4, stderrTail: 'no license file found' },
    ],
    ['a server that says nothing', 'silent', 'HandshakeTimeout', {}],
    ['a server that says nothing and ignores signals', 'silent,ignore-term', 'HandshakeTimeout', {}],
    ['a server that has started another process', 'silent,grandchild,ignore-term', 'HandshakeTimeout', {}],
    ['a server that never answers initialize', 'hang-initialize', 'HandshakeTimeout', {}],
    ['a server that refuses initialize', 'refuse', 'HandshakeFailed', { code: -32602 }],
    ['a server of an unknown revision', 'old', 'HandshakeFailed', {}],
  ])('%s is explained and nothing of it is left', async (_, manners, kind, context) => {
    // Only those who hang are worth a short limit; the others must be given the time to start on a busy machine.
    const startupTimeoutMs = kind === 'HandshakeTimeout' ? 1_500 : 30_000;
    const fault = await faultOf(connectBad(manners, { startupTimeoutMs, probeMs: 100 }));
    expect(fault.kind).toBe(kind);
    expect(fault.context).toMatchObject({ server: 'bad', phase: 'handshake', ...context });
    if ('stderrTail' in context) expect(fault.message).toContain(context.stderrTail);
    await expectNothingLeft(fault.context.pid);
  });

  test('that fails for a reason of the server starts it once and repeats the reason', async () => {
    let stderr = '';
    const onStderr = (text: string): void => {
      stderr += text;
    };
    const fault = await faultOf(connectBad('exit-at-start', { onStderr }));
    expect(stderr).toBe('cannot open config.toml\n');
    expect(fault.message).toBe(
      'bad ended during the handshake with exit code 3. It wrote to stderr: cannot open config.toml',
    );
    expect(fault.context).toMatchObject({ exitCode: 3, asked: ['server/discover'] });
    expect(fault.suggestion).toMatch(/by hand .* set its protocol to legacy/);
  });

  test.each([
    ['lacks serverInfo', 'nameless', 'serverInfo is missing', ['serverInfo']],
    [
      'is wrong in two places',
      'misshapen',
      'capabilities is wrong (expected object, received string); serverInfo.version is missing',
      ['capabilities', 'serverInfo.version'],
    ],
  ])('in which the answer to initialize %s says so in a sentence', async (_, manners, problems, fields) => {
    const fault = await faultOf(connectBad(manners));
    expect(fault.kind).toBe('HandshakeFailed');
    expect(fault.message).toBe(`The answer of bad to initialize is not as the protocol has it: ${problems}.`);
    expect(fault.context).toMatchObject({ server: 'bad', phase: 'handshake', method: 'initialize' });
    expect((fault.context.misfits as { field: string }[]).map(({ field }) => field)).toEqual(fields);
    expect(fault.suggestion).toContain('Update bad');
    await expectNothingLeft(fault.context.pid);
  });

  test('can be cancelled, and nothing is left', async () => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 300);
    const fault = await faultOf(connectBad('silent', { signal: cancel.signal }));
    expect(fault.kind).toBe('Cancelled');
    await expectNothingLeft(fault.context.pid);
  });

  test('in the newer era only refuses an older server', async () => {
    const fault = await faultOf(connectBad('', { mode: 'modern' }));
    expect(fault.kind).toBe('HandshakeFailed');
    await expectNothingLeft(fault.context.pid);
  });
});
