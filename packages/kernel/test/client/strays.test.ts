/** Processes that left the group of their server. Only Linux tells who they are. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/client/index.js';
import { bundled } from '../fixtures/bundle.js';
import { HOSTILE_SERVER } from '../untrusted/hostile-cases.js';

/** A variable or an argument of our own tells the processes of a test apart; what is ended must not need it. */
function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const isZombie = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.startsWith('Z');
        if (isZombie) return false;
        const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
        return words.includes(mark) || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`STRAY=${mark}`);
      } catch {
        return false;
      }
    });
}

/** Waits for as many as there should be; a test that waits in vain tells how many there are. */
async function expectProcesses(mark: string, count: number): Promise<void> {
  for (let left = 400; left > 0 && processesWith(mark).length !== count; left -= 1) await sleep(50);
  expect(processesWith(mark)).toHaveLength(count);
}

/** Without prlimit nothing tells that an orphan with an empty environment is ours. */
const canMark = spawnSync('prlimit', ['--version']).status === 0;
const cases = [['detached'], ['double-fork']] as const;
const bare = [['bare-orphan']] as const;

describe.runIf(process.platform === 'linux')('a process that left the group of its server', () => {
  let host: string;
  beforeAll(async () => {
    host = await bundled(new URL('./host-process.ts', import.meta.url));
  });

  const endsWithConnection = async (name: string): Promise<void> => {
    const mark = randomUUID();
    const connection = await connect(
      { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], env: { STRAY: mark } },
      { mode: 'legacy', graceMs: 500 },
    );
    await expectProcesses(mark, 2);
    await connection.close();
    await expectProcesses(mark, 0);
  };
  test.each(cases)('ends when the connection is closed (%s)', { timeout: 60_000 }, endsWithConnection);
  test.runIf(canMark).each(bare)('ends when the connection is closed (%s)', { timeout: 60_000 }, endsWithConnection);

  test.runIf(canMark)('ends when its server started it on the way out', { timeout: 60_000 }, async () => {
    const mark = randomUUID();
    const connection = await connect(
      { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, 'late-orphan'], env: { STRAY: mark } },
      { mode: 'legacy', graceMs: 5_000 },
    );
    await expectProcesses(mark, 1);
    await connection.close();
    expect(processesWith(mark)).toEqual([]);
  });

  test.runIf(canMark)('does not take what the host has started for itself with it', { timeout: 60_000 }, async () => {
    const [server, own] = [randomUUID(), randomUUID()];
    const connection = await connect(
      { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, 'bare-orphan'], env: { STRAY: server } },
      { mode: 'legacy', graceMs: 500 },
    );
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', own], { detached: true });
    await expectProcesses(own, 1);
    await connection.close();
    expect([processesWith(server), processesWith(own)]).toEqual([[], [child.pid]]);
    child.kill('SIGKILL');
    await expectProcesses(own, 0);
  });

  const endsWithServer = async (name: string): Promise<void> => {
    const mark = randomUUID();
    const connection = await connect(
      { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], env: { STRAY: mark } },
      { mode: 'legacy', graceMs: 500 },
    );
    await expectProcesses(mark, 2);
    process.kill(connection.diagnostics().pid as number, 'SIGKILL');
    await expectProcesses(mark, 0);
    await connection.close();
  };
  test.each(cases)('ends when its server dies by itself (%s)', { timeout: 60_000 }, endsWithServer);
  test.runIf(canMark).each(bare)('ends when its server dies by itself (%s)', { timeout: 60_000 }, endsWithServer);

  const endsWithHost = async (name: string): Promise<void> => {
    const mark = randomUUID();
    const env = { ...process.env, STRAY: mark };
    const child = spawn(process.execPath, [host, HOSTILE_SERVER, name], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await expectProcesses(mark, 0);
  };
  test.each(cases)('ends when the host is killed (%s)', { timeout: 60_000 }, endsWithHost);
  test.runIf(canMark).each(bare)('ends when the host is killed (%s)', { timeout: 60_000 }, endsWithHost);
});
