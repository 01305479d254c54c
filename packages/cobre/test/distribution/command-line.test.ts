/** `cobre worker` and `cobre run --nats` as a person starts them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import type { RunEvent } from '../../src/sddp/index.js';
import { plainFiles } from '../../src/service/files/files.js';
import { CaseRunner } from '../../src/service/runs/case-runner.js';
import { temporaryCase } from '../case/write-case.js';
import { randomCase } from '../random-case.js';
import { startCobre, startWorkerAt } from './worker-process.js';

/** Digests of cuts, bases and simulated rows; other files tell times. */
async function results(output: string): Promise<Map<string, string>> {
  const names = await readdir(output, { recursive: true });
  const exact = names.filter(
    (name) => /^(policy|simulation)\/.*\.(bin|parquet)$/.test(name) && !/solver\/|history/.test(name),
  );
  const digest = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(output, name)))
      .digest('hex');
  return new Map(await Promise.all(exact.sort().map(async (name) => [name, await digest(name)] as const)));
}

describe.skipIf(natsIsAbsent())('at a terminal (apt-get install nats-server)', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNats();
  }, 60_000);
  afterAll(() => server.stop());

  test('a run waits for a worker, writes what a run alone writes, and its metadata name who did what', async () => {
    const directory = await temporaryCase(randomCase(3, { stages: 3, openings: 3, passes: 3, iterations: 6 }));
    const [alone, together] = [join(directory, 'alone'), join(directory, 'together')];
    const here = startCobre(['run', directory, '--phases', 'both', '--output', alone, '--threads', '1']);
    await here.ended();
    const run = startCobre([
      ...['run', directory, '--phases', 'both', '--output', together],
      ...['--nats', server.url, '--workers', 'at-least=1'],
    ]);
    await run.says('waiting for 1 worker');
    const worker = await startWorkerAt(server.url, 1);
    expect(await run.ended(), run.said()).toBe(0);
    await worker.says('takes part in study');
    expect(run.said()).toMatch(/worker {2}\S+ joined with 1 thread/);
    await worker.kill('SIGTERM');
    expect(worker.process.exitCode).toBe(0);
    const { distribution } = JSON.parse(await readFile(join(together, 'training/metadata.json'), 'utf8'));
    expect(distribution).toMatchObject({ backend: 'nats', hosts: [{ threads: 1, lp_solves: expect.any(Number) }] });
    expect(distribution.hosts[0].lp_solves).toBeGreaterThan(0);
    const [expected, found] = [await results(alone), await results(together)];
    expect([...found.keys()]).toEqual([...expected.keys()]);
    expect([...found.keys()].some((name) => name.startsWith('simulation/'))).toBe(true);
    expect([...found.keys()].some((name) => name.startsWith('policy/'))).toBe(true);
    for (const [name, digest] of expected) expect(found.get(name), name).toBe(digest);
  }, 300_000);

  test('a run of a server that waits for workers ends when it is asked to', async () => {
    const directory = await temporaryCase(randomCase(3, { stages: 2, openings: 2, passes: 2, iterations: 1 }));
    const runner = new CaseRunner({ workers: { url: server.url, prefix: 'cobre', atLeast: 9 } });
    const told: RunEvent[] = [];
    await new Promise<void>((waits, fails) => {
      const onEvent = (event: RunEvent) => {
        told.push(event);
        waits();
      };
      runner.start(plainFiles('/'), { caseDirectory: directory, onEvent }).catch(fails);
    });
    expect(told).toEqual([{ type: 'workers_awaited', atLeast: 9 }]);
    await runner.stopAll(60_000);
    expect(runner.current).toBeUndefined();
  }, 120_000);

  test('a server that is not there is told at once, without the password in its address', async () => {
    const directory = await temporaryCase(randomCase(3, { stages: 2, openings: 2, passes: 2, iterations: 1 }));
    const run = startCobre(['run', directory, '--nats', 'nats://me:secret@127.0.0.1:1']);
    expect(await run.ended()).not.toBe(0);
    expect(run.said()).toContain('The NATS server at nats://127.0.0.1:1');
    expect(run.said()).not.toContain('secret');
  }, 120_000);
});
