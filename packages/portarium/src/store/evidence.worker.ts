/** Reads evidence on a thread and a connection of its own, several jobs at a time, each as far as it is asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteLedger } from '@quadrivium/ledger';
import type { EvidenceReader } from '../domain/store-port.js';
import { perform } from './evidence-jobs.js';
import type { Answer, Place, Request } from './evidence-thread.js';

const place = workerData as Place;
const tell = (answer: Answer): void => parentPort?.postMessage(answer);

async function open(): Promise<EvidenceReader> {
  if (place.kind === 'sqlite') return openSqliteLedger(place.path, { readOnly: true });
  const { connectLedger } = await import('./postgres-ledger-reader.js');
  return connectLedger(place.url);
}

const opening = open();
// Whoever asks next hears of it.
opening.catch(() => {});

interface Job {
  readonly steps: ReturnType<typeof perform>;
  readonly controller: AbortController;
}

const jobs = new Map<number, Job>();

async function begin({ id, job }: Extract<Request, { readonly job: unknown }>): Promise<Job> {
  const controller = new AbortController();
  const begun = { steps: perform(await opening, job, controller.signal), controller };
  jobs.set(id, begun);
  return begun;
}

parentPort?.on('message', async (request: Request) => {
  // Between two statements: nothing native is under way on this thread.
  if ('end' in request) process.exit();
  const { id } = request;
  if ('drop' in request) {
    jobs.get(id)?.controller.abort();
    return void jobs.delete(id);
  }
  try {
    const { steps } = 'job' in request ? await begin(request) : (jobs.get(id) as Job);
    const { done = false, value } = await steps.next();
    if (done) jobs.delete(id);
    tell({ id, done, value });
  } catch (error) {
    jobs.delete(id);
    tell({ id, problem: (error as Error).message });
  }
});
