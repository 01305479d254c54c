/** Workers in this process, and what stands in for one that misbehaves. */
import { connectNats } from '../../src/distribution/wire/connect.js';
import { encode } from '../../src/distribution/wire/encode.js';
import { Link } from '../../src/distribution/wire/link.js';
import { type Presence, read, type Work, work } from '../../src/distribution/wire/messages.js';
import { runWorker, type WorkerNews } from '../../src/distribution/worker/run-worker.js';
import { version } from '../../src/version.js';

export interface ServerAt {
  readonly url: string;
  readonly credentials?: string;
  readonly authority?: string;
}

export class WorkersHere {
  readonly #stops: AbortController[] = [];
  readonly #ended: Promise<void>[] = [];

  /** The news it tells are kept; the first one has its name. */
  async start(at: ServerAt): Promise<WorkerNews[]> {
    const stop = new AbortController();
    this.#stops.push(stop);
    const news: WorkerNews[] = [];
    await new Promise<void>((waits, fails) => {
      const tell = (one: WorkerNews) => {
        news.push(one);
        if (one.type === 'waiting') waits();
      };
      const ended = runWorker({ nats: { prefix: 'cobre', ...at }, threads: 1, signal: stop.signal, tell });
      ended.catch(fails);
      this.#ended.push(ended);
    });
    return news;
  }

  async stopAll(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop.abort();
    await Promise.all(this.#ended.splice(0));
  }
}

export function nameOf([first]: readonly WorkerNews[]): string {
  return first?.type === 'waiting' ? first.worker : '';
}

/** Says that it lives and takes part, and answers work as it is told to. */
export async function falseWorker(
  url: string,
  answer: (given: Work) => Promise<object>,
  said: Partial<Presence> = {},
): Promise<() => Promise<void>> {
  const connection = await connectNats({ url, prefix: 'cobre' }, 'test', false);
  const link = new Link(connection, 1 << 20);
  const idle = { study: null, busy: 0, lpSolves: 0, speed: 0 };
  const presence = { worker: 'false', host: 'elsewhere', process: 1, threads: 1, version, ...idle, ...said };
  const timer = setInterval(() => connection.publish('cobre.presence', encode(presence)), 50);
  link.serve('cobre.worker.false', async () => encode({ type: 'ready', known: [] }));
  link.serve('cobre.study.*.false', async (letter) => encode(await answer(read(work, letter))));
  return async () => {
    clearInterval(timer);
    await connection.close();
  };
}
