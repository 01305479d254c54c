/** What the benchmarks of workers share. */
import type { BenchRow } from '../../../bench/row.js';
import { startNats } from '../../../test/support/nats-server.js';
import type { BoundWorker } from './bound-workers.js';

/** A server of its own for the time of a measurement. */
export async function withServer(measure: (url: string) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const server = await startNats();
  try {
    return await measure(server.url);
  } finally {
    await server.stop();
  }
}

export async function withWorkers(started: Promise<BoundWorker[]>, use: (workers: BoundWorker[]) => Promise<void>) {
  const workers = await started;
  try {
    await use(workers);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** What went into the table, for whoever wants to look at it. */
export function told<T extends object>(name: string, measured: T): T {
  process.stderr.write(`\n  ${name}: ${JSON.stringify(measured)}`);
  return measured;
}

export function rowOf(name: string, ours: number, baseline: number, target?: string): BenchRow {
  return { name, ours, baseline, ratio: ours / baseline, unit: 's', target };
}
