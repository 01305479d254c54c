/** One run at a time on an output directory, whoever starts it; real processes, really killed. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { thisProcess } from '../../src/service/runs/lock/process-identity.js';
import { lockOutput } from '../../src/service/runs/lock/run-lock.js';
import { cobre, start } from '../cli/program.js';
import { connect, newRoot, settings, writeStudy } from '../tools/served.js';

const children: ChildProcessWithoutNullStreams[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  }
});

const endless = { 'config.json': settings({ iterations: 10_000_000, scenarios: 0 }) };

async function running(directory: string): Promise<ChildProcessWithoutNullStreams> {
  const child = await start(['run', directory, '--threads', '1']);
  children.push(child);
  child.stdout.resume();
  child.stderr.resume();
  while (!existsSync(join(directory, 'output/run.lock'))) await sleep(20);
  return child;
}

describe('a run in another process', () => {
  test('is named to whoever wants to run into the same directory, over MCP and at the command line', async () => {
    const root = await newRoot();
    const directory = await writeStudy(root, 'case', endless);
    const child = await running(directory);
    const holder = JSON.parse(await readFile(join(directory, 'output/run.lock'), 'utf8'));
    expect(holder).toMatchObject({ program: 'cobre', owner: { pid: child.pid, host: hostname() } });
    const server = await connect(root);
    const { data } = await server.call('cobre/run', { case_dir: directory });
    const named = { run_id: holder.run_id, pid: child.pid, host: hostname(), since: holder.since };
    expect(data).toMatchObject({ kind: 'RunInProgress', context: named });
    expect(data.message).toContain(`Run ${holder.run_id} of cobre, process ${child.pid} on ${hostname()}`);
    const second = await cobre('run', directory);
    expect(second.code).not.toBe(0);
    expect(second.err + second.out).toContain(holder.run_id);
    expect(child.exitCode).toBeNull();

    child.kill('SIGKILL');
    await once(child, 'close');
    await writeFile(join(directory, 'config.json'), JSON.stringify(settings({ iterations: 3 })));
    const after = await server.call('cobre/run', { case_dir: directory });
    expect(after.data).toMatchObject({ status: 'completed' });
    expect((await readdir(join(directory, 'output'))).filter((name) => name.startsWith('run.'))).toEqual([]);
    await server.close();
  });

  test('may write elsewhere at the same time', async () => {
    const root = await newRoot();
    const directory = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 3 }) });
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => cobre('run', directory, '--output', join(root, name))),
    );
    expect([one?.code, other?.code]).toEqual([0, 0]);
  });
});

describe('a lock', () => {
  const written = (owner: object) => ({ run_id: 'earlier', program: 'cobre', since: '2026-01-01T00:00:00Z', owner });

  async function lockedBy(owner: object): Promise<string> {
    const output = join(await newRoot(), 'output');
    await mkdir(output);
    await writeFile(join(output, 'run.lock'), JSON.stringify(written(owner)));
    return output;
  }

  test.each([
    ['of a process whose number another one has now', { began: 'long ago' }],
    ['from before the machine was started', { boot: 'another start' }],
    ['of a process that is gone', { pid: 2 ** 22 + 1 }],
  ])('%s is taken over', async (_, change) => {
    const output = await lockedBy({ ...thisProcess(), ...change });
    const lock = await lockOutput(output);
    expect(JSON.parse(await readFile(join(output, 'run.lock'), 'utf8')).run_id).toBe(lock.runId);
    await lock.release();
    expect(await readdir(output)).toEqual([]);
  });

  test.each([
    ['a process that runs', {}, 'stop it'],
    ['another machine', { host: 'far-away', boot: 'its own' }, 'remove run.lock'],
    ['another container', { namespace: 'pid:[1]' }, 'remove run.lock'],
  ])('of %s holds', async (_, change, hint) => {
    const output = await lockedBy({ ...thisProcess(), ...change });
    await expect(lockOutput(output)).rejects.toMatchObject({
      kind: 'RunInProgress',
      suggestion: expect.stringContaining(hint),
    });
  });

  test('that nobody holds goes to exactly one of many who come at once', async () => {
    for (const owner of [null, { ...thisProcess(), began: 'long ago' }]) {
      const output = await lockedBy(owner ?? {});
      const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockOutput(output)));
      const winners = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      for (const result of taken) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'RunInProgress' });
      }
      await winners[0]!.release();
      expect(await readdir(output)).toEqual([]);
    }
  });
});

describe('cobre/cancel-task of another server', () => {
  async function background() {
    const root = await newRoot();
    const directory = await writeStudy(root, 'case', endless);
    const first = await connect(root, { transport: 'stdio' });
    const second = await connect(root, { transport: 'stdio' });
    const { data } = await first.call('cobre/run', { case_dir: directory, background: true });
    const status = async () => (await second.call('cobre/get-task-status', { task_id: data.task_id })).data.status;
    const pid = Number(JSON.parse(await readFile(join(directory, 'output/run.lock'), 'utf8')).owner.pid);
    const close = async () => {
      await first.close();
      await second.close();
    };
    return { second, status, pid, close, task_id: data.task_id };
  }

  test('stops the run', async () => {
    const { second, status, close, task_id } = await background();
    const { isError } = await second.call('cobre/cancel-task', { task_id });
    expect(isError).toBe(false);
    while ((await status()) === 'running') await sleep(50);
    expect(await status()).toBe('partial');
    await close();
  });

  test('says that it cannot when the other one does not answer', async () => {
    const { second, status, pid, close, task_id } = await background();
    process.kill(pid, 'SIGSTOP');
    const { data } = await second.call('cobre/cancel-task', { task_id });
    expect(data).toMatchObject({ kind: 'RunInProgress', message: expect.stringContaining('could not be cancelled') });
    expect(await status()).toBe('running');
    process.kill(pid, 'SIGCONT');
    process.kill(pid, 'SIGKILL');
    while ((await status()) === 'running') await sleep(50);
    expect(await status()).toBe('interrupted');
    await close();
  });
});
