import type { Case } from '../src/case/model.js';
import { openRemoteWorkers } from '../src/distribution/index.js';
import { trainPolicy } from '../src/sddp/index.js';
import { buildStochasticModel } from '../src/stochastic/index.js';
import type { BoundWorker } from './bound-workers.js';

export interface MeasuredTraining {
  /** Seconds from the first iteration to the end. */
  readonly wall: number;
  /** Seconds of CPU, of this process and of the workers. */
  readonly here: number;
  readonly elsewhere: number;
  /** Of one iteration, both directions. */
  readonly messages: number;
  readonly bytes: number;
}

/** A training by workers, or in this process where there are none; making workers ready is not part of what is measured. */
export async function measuredTraining(
  study: Case,
  url: string,
  workers: readonly BoundWorker[],
): Promise<MeasuredTraining> {
  const nats = { url, prefix: 'cobre' };
  const remote =
    workers.length === 0 ? undefined : await openRemoteWorkers({ nats, atLeast: workers.length, tell: () => {} });
  const reading = () => ({
    at: performance.now() / 1000,
    here: seconds(process.cpuUsage()),
    elsewhere: workers.reduce((sum, worker) => sum + worker.cpu(), 0),
    ...(remote?.traffic ?? { messages: 0, bytes: 0 }),
  });
  let before = reading();
  const begin = async (): Promise<void> => {
    before = reading();
  };
  const { iterations } = await trainPolicy(study, buildStochasticModel(study), {
    ...(remote ? { remote } : {}),
    begin,
  });
  const after = reading();
  await remote?.close();
  const since = (key: keyof typeof before) => after[key] - before[key];
  return {
    wall: since('at'),
    here: since('here'),
    elsewhere: since('elsewhere'),
    messages: Math.round(since('messages') / iterations.length),
    bytes: Math.round(since('bytes') / iterations.length),
  };
}

function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}
