/**
 * What the study under way has reached, for pages that watch: whoever started it, a person, an agent or a run of the
 * control plane, everybody sees the same bounds. A page that comes late gets the iterations so far first.
 */
import type { ServerResponse } from 'node:http';
import type { Endpoint, Exchange } from '@quadrivium/kernel';

export type TrainingNews =
  | { readonly kind: 'began'; readonly case_dir: string }
  | {
      readonly kind: 'iteration';
      readonly case_dir: string;
      readonly iteration: number;
      readonly lower_bound: number;
      readonly upper_bound: number;
      readonly limit: number | null;
    }
  | { readonly kind: 'simulation'; readonly case_dir: string; readonly completed: number; readonly scenarios: number }
  | { readonly kind: 'ended'; readonly case_dir: string };

/** As much of an event of a run as a page shows. */
interface RunEvent {
  readonly type: string;
  readonly iteration?: number;
  readonly lowerBound?: number;
  readonly upperBoundMean?: number;
  readonly completed?: number;
  readonly scenarios?: number;
}

interface RunRequest {
  readonly caseDirectory: string;
  readonly onEvent?: (event: never, limit: number | null) => void;
}

/** Where runs are started; every start is listened to from now on. */
interface Desk<Files, Request extends RunRequest, Run extends { readonly result: Promise<unknown> }> {
  start(files: Files, request: Request): Promise<Run>;
}

export function trainingFeed<Files, Request extends RunRequest, Run extends { readonly result: Promise<unknown> }>(
  desk: Desk<Files, Request, Run>,
): Endpoint {
  const feed = new TrainingFeed();
  const start = desk.start.bind(desk);
  desk.start = async (files, request) => {
    const { caseDirectory: case_dir, onEvent } = request;
    const listening = (event: RunEvent, limit: number | null): void => {
      feed.tell(newsOf(case_dir, event, limit));
      onEvent?.(event as never, limit);
    };
    const run = await start(files, { ...request, onEvent: listening });
    feed.tell({ kind: 'began', case_dir });
    const ended = (): void => feed.tell({ kind: 'ended', case_dir });
    run.result.then(ended, ended);
    return run;
  };
  return feed;
}

function newsOf(case_dir: string, event: RunEvent, limit: number | null): TrainingNews | undefined {
  const { type, iteration, lowerBound, upperBoundMean, completed, scenarios } = event;
  if (type === 'iteration' && iteration !== undefined && lowerBound !== undefined && upperBoundMean !== undefined)
    return { kind: 'iteration', case_dir, iteration, lower_bound: lowerBound, upper_bound: upperBoundMean, limit };
  if (type === 'simulation_progress' && completed !== undefined && scenarios !== undefined)
    return { kind: 'simulation', case_dir, completed, scenarios };
  return undefined;
}

class TrainingFeed implements Endpoint {
  readonly #listeners = new Set<ServerResponse>();
  /** Of the run under way, or of the last one. */
  #story: TrainingNews[] = [];

  tell(news: TrainingNews | undefined): void {
    if (news === undefined) return;
    if (news.kind === 'began') this.#story = [];
    this.#story.push(news);
    for (const res of this.#listeners) if (!res.writableNeedDrain) res.write(framed(news));
  }

  handle({ req, res, draining }: Exchange): void {
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
