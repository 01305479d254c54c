/** A run that is killed goes on from its checkpoint, with the workers that were there before. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type NatsServer, natsIsAbsent, startNats } from '../../../../test/support/nats-server.js';
import { readPolicy } from '../../src/results/index.js';
import { temporaryCase } from '../case/write-case.js';
import { dice, randomCase } from '../random-case.js';
import { fingerprint } from './fingerprint.js';
import { startCobre, startWorkerAt, type WorkerProcess } from './worker-process.js';

const kills = process.env.COBRE_WORKER_KILLS === undefined ? 1 : Math.ceil(Number(process.env.COBRE_WORKER_KILLS) / 10);
const random = dice(7);
const iterations = 150;

let server: NatsServer | undefined;
let worker: WorkerProcess | undefined;
afterEach(async () => {
  await worker?.kill();
  await server?.stop();
});

/** Cuts, bases and bounds to the last bit; files also tell which cuts a resumed training began with. */
async function trained(output: string) {
  const { cuts, lowerBounds, snapshots } = fingerprint(await readPolicy(join(output, 'policy')));
  return { lowerBounds, snapshots, cuts: cuts.map(({ intercept, slope, active }) => ({ intercept, slope, active })) };
}

describe.skipIf(natsIsAbsent())('a coordinator (apt-get install nats-server)', () => {
  test('that is killed at a random moment and started again gives what it would have given', async () => {
    server = await startNats();
    worker = await startWorkerAt(server.url);
    const directory = await temporaryCase(randomCase(3, { stages: 3, openings: 3, passes: 3, iterations }));
    const keeping = ['enabled=true', 'initial_iteration=1', 'interval_iterations=1'];
    const settings = keeping.flatMap((one) => ['--set', `policy.checkpointing.${one}`]);
    const words = (output: string) => ['run', directory, '--phases', 'training', '--output', output, ...settings];
    const [alone, together] = [join(directory, 'alone'), join(directory, 'together')];
    const calm = startCobre([...words(alone), '--threads', '1']);
    expect(await calm.ended(), calm.said()).toBe(0);
    const nats = ['--nats', server.url, '--workers', 'at-least=1'];
    for (let kill = 0; kill < kills; kill++) {
      const run = startCobre([...words(together), ...nats, ...(kill > 0 ? ['--resume'] : [])]);
      while (!existsSync(join(together, 'policy')) && run.process.exitCode === null) await sleep(5);
      await sleep(random.whole(0, 40));
      await run.kill('SIGKILL');
    }
    const last = startCobre([...words(together), ...nats, '--resume']);
    expect(await last.ended(), last.said()).toBe(0);
    expect(last.said()).toContain('joined');
    expect((await trained(alone)).lowerBounds).toHaveLength(iterations);
    expect(await trained(together)).toEqual(await trained(alone));
  }, 900_000);
});
