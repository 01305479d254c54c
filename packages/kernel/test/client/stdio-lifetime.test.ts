import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { groupRuns } from '../../src/client/stdio/process-group.js';
import { bundled } from '../fixtures/bundle.js';
import { connectBad, expectNothingLeft, faultOf, SERVER_FILE, textOf } from './misbehaving.js';

let host: string;
beforeAll(async () => {
  host = await bundled(new URL('./host-process.ts', import.meta.url));
});

describe('closing', () => {
  test.each([
    ['a server that leaves when its stdin ends', ''],
    ['a server that ignores signals', 'ignore-term'],
    ['a server with a child of its own', 'grandchild'],
    ['a server with a child of its own that ignores signals', 'grandchild,ignore-term'],
  ])('leaves nothing of %s', async (_, manners) => {
    const connection = await connectBad(manners);
    const { pid } = connection.diagnostics();
    expect(groupRuns(pid as number)).toBe(true);
    await connection.close();
    expect(groupRuns(pid as number)).toBe(false);
  });

  test('rejects calls under way and later ones, and may be repeated', async () => {
    const connection = await connectBad();
    const underWay = faultOf(connection.callTool('hang'));
    await Promise.all([connection.close(), connection.close()]);
    expect((await underWay).kind).toBe('Closed');
    expect((await faultOf(connection.callTool('echo'))).kind).toBe('Closed');
  });

  test('does not wait for a server that is just being started again', async () => {
    const connection = await connectBad('', { startupTimeoutMs: 30_000 });
    await faultOf(connection.callTool('die'));
    const call = faultOf(connection.callTool('echo'));
    await connection.close();
    expect((await call).kind).toBe('Closed');
  });

  test('lets the host end by itself', async () => {
    const child = spawn(process.execPath, [host, SERVER_FILE, '', 'close'], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('a server that ends', () => {
  test('fails the call under way at once and is started again by the next one', async () => {
    const connection = await connectBad();
    const ends: unknown[] = [];
    connection.onClose((end) => ends.push(end.fault?.kind));
    const { pid } = connection.diagnostics();
    const [fault, other] = await Promise.all([
      faultOf(connection.callTool('die')),
      faultOf(connection.callTool('hang')),
    ]);
    expect(fault).toMatchObject({ kind: 'ServerDied', context: { exitCode: 9, stderrTail: 'fatal: out of luck' } });
    expect(other.kind).toBe('ServerDied');
    expect(ends).toEqual(['ServerDied']);
    await expectNothingLeft(pid);
    expect(textOf(await connection.callTool('echo', { text: 'again' }))).toBe('again');
    expect(connection.diagnostics().starts).toBe(2);
  });

  test('takes its children with it', async () => {
    const connection = await connectBad('grandchild');
    const { pid } = connection.diagnostics();
    await faultOf(connection.callTool('die'));
    await expectNothingLeft(pid);
  });

  test('is dead when it closes stdout but stays', async () => {
    const connection = await connectBad('ignore-term');
    const { pid } = connection.diagnostics();
    expect((await faultOf(connection.callTool('close_stdout'))).kind).toBe('ServerDied');
    await expectNothingLeft(pid);
  });

  test('is given up after the limit', async () => {
    const connection = await connectBad('', { respawn: { limit: 2, firstDelayMs: 1 } });
    for (let i = 0; i < 3; i += 1) expect((await faultOf(connection.callTool('die'))).context.exitCode).toBe(9);
    const fault = await faultOf(connection.callTool('echo'));
    expect(fault.message).toContain('3 times in a row');
    expect(connection.diagnostics().starts).toBe(3);
  });

  test('is not given up while calls between the ends succeed', async () => {
    const connection = await connectBad('', { respawn: { limit: 1, firstDelayMs: 1 } });
    for (let i = 0; i < 3; i += 1) {
      await faultOf(connection.callTool('die'));
      expect(textOf(await connection.callTool('echo', { text: 'ok' }))).toBe('ok');
    }
  });
});

describe('when the host ends', () => {
  test.each([
    ['by SIGKILL', 'SIGKILL'],
    ['by SIGINT', 'SIGINT'],
    ['by SIGTERM', 'SIGTERM'],
    ['by itself, without closing', 'exit'],
  ] as const)('%s, its servers and their children end too', async (_, how) => {
    const child = spawn(process.execPath, [host, SERVER_FILE, 'grandchild,ignore-term'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(groupRuns(Number(line))).toBe(true);
    if (how === 'exit') child.stdin.end();
    else child.kill(how);
    await once(child, 'exit');
    await expectNothingLeft(Number(line));
  });
});
