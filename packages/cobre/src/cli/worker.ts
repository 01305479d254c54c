import { availableParallelism } from 'node:os';
import { command, exitCodes, type Io, wholeNumber, withVariable } from '@quadrivium/kernel/shell';
import type { WorkerNews } from '../distribution/worker/run-worker.js';
import { requireNats } from '../distribution/workers-settings.js';
import { natsFlags } from '../service/nats-flags.js';
import { plural } from './text.js';

/** More than any machine has. */
const mostThreads = 4096;

export const workerCommand = command({
  name: 'worker',
  description: 'Wait for runs on a NATS server and solve for them',
  options: {
    ...natsFlags,
    threads: withVariable(
      wholeNumber('threads', 'Threads that solve; one for each core unless given', { min: 1, max: mostThreads }),
      'COBRE_THREADS',
    ),
  },
  async run(io, { threads = availableParallelism(), ...given }) {
    const nats = requireNats(given);
    const { runWorker } = await import('../distribution/worker/run-worker.js');
    await runWorker({ nats, threads, signal: io.signal, tell: (news) => show(io, news) });
    return { data: { stopped: true }, summary: 'stopped', exitCode: exitCodes.ok };
  },
});

function show(io: Io, news: WorkerNews): void {
  io.event(news);
  if (io.forPeople && !io.quiet) io.note(`${textOf(news)}\n`);
}

function textOf(news: WorkerNews): string {
  switch (news.type) {
    case 'waiting':
      return `${news.worker} waits for work at ${news.server} with ${plural(news.threads, 'thread')}; Ctrl-C ends it`;
    case 'joined':
      return `takes part in study ${news.study.slice(0, 16)} (${(news.bytes / 1e6).toFixed(1)} MB)`;
    case 'declined':
      return `declined: ${news.reason}`;
    case 'disconnected':
      return 'the server is gone; waiting for it';
    case 'connected':
      return 'the server is back';
  }
}
