import { Fault } from '@quadrivium/kernel/fault';
import { command } from '@quadrivium/kernel/shell';
import type { ServerView } from '../distribution/coordinator/list-workers.js';
import { requireNats } from '../distribution/workers-settings.js';
import { natsFlags } from '../service/nats-flags.js';
import { plural } from './text.js';

export const workersCommand = command({
  name: 'workers',
  description: 'List the workers that wait or work at a NATS server',
  options: natsFlags,
  async run(_, given) {
    const { listWorkers } = await import('../distribution/coordinator/list-workers.js');
    const view = await listWorkers(requireNats(given));
    if (view.obstacle !== null) throw unfit(view.obstacle);
    return { data: view, summary: summaryOf(view), details: () => linesOf(view) };
  },
});

function summaryOf({ workers }: ServerView): string {
  const threads = workers.reduce((sum, worker) => sum + worker.threads, 0);
  return workers.length === 0
    ? 'no worker is there; start one with cobre worker --nats …'
    : `${plural(workers.length, 'worker')} with ${plural(threads, 'thread')}`;
}

function linesOf({ workers }: ServerView): string {
  return workers
    .map(({ worker, host, threads, version, study, speed, canTakePart }) =>
      [
        worker.padEnd(24),
        host.padEnd(16),
        plural(threads, 'thread').padEnd(11),
        canTakePart ? `cobre ${version}` : `cobre ${version}, another version`,
        study === null ? 'waits' : `study ${study.slice(0, 16)}, ${Math.round(speed)} LP/s`,
      ].join('  '),
    )
    .join('\n');
}

function unfit(reason: string): Fault<'MpiError'> {
  return new Fault('MpiError', `The server cannot keep studies: ${reason}`, {
    context: {},
    suggestion: 'Start it with JetStream: nats-server -js.',
  });
}
