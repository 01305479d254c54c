/**
 * What the study under way has reached, for pages that watch: whoever started it, a person, an agent or a run of the
 * control plane, everybody sees the same bounds. A page that comes late gets the iterations so far first.
 */
import type { ServerResponse } from 'node:http';
import type { TrainingNews } from '@quadrivium/cobre/server';
import type { Endpoint, Exchange, Identity, ServerRuntime } from '@quadrivium/kernel';

type MayWatch = (identity: Identity) => boolean;

/** Hears every run of these runtimes, waited for or in the background. */
export function trainingFeed(mayWatch: MayWatch, ...runtimes: readonly Pick<ServerRuntime, 'onNews'>[]): Endpoint {
  const feed = new TrainingFeed(mayWatch);
  for (const runtime of runtimes) runtime.onNews(({ news }) => feed.tell(news as TrainingNews));
  return feed;
}

class TrainingFeed implements Endpoint {
  readonly #mayWatch: MayWatch;
  readonly #listeners = new Set<ServerResponse>();
  /** Of the run under way, or of the last one. */
  #story: TrainingNews[] = [];

  constructor(mayWatch: MayWatch) {
    this.#mayWatch = mayWatch;
  }

  tell(news: TrainingNews): void {
    if (news.kind === 'began') this.#story = [];
    this.#story.push(news);
    for (const res of this.#listeners) if (!res.writableNeedDrain) res.write(framed(news));
  }

  handle({ req, res, identity, draining }: Exchange): void {
    if (!this.#mayWatch(identity)) return void res.writeHead(403).end();
    if (req.method !== 'GET' || draining) return void res.writeHead(draining ? 503 : 405).end();
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    res.write(`: connected\n\n${this.#story.map(framed).join('')}`);
    this.#listeners.add(res);
    res.once('close', () => this.#listeners.delete(res));
  }

  /** Nobody waits for a stream without end. */
  settled(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    for (const res of this.#listeners) res.end();
    return Promise.resolve();
  }
}

const framed = (news: TrainingNews): string => `data: ${JSON.stringify(news)}\n\n`;
