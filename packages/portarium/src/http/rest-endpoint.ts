/** The REST API as an endpoint of the kernel's HTTP front. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Endpoint,
  type Exchange,
  Fault,
  type Logger,
  type RefusalBody,
  type Refused,
  redact,
  silentLogger,
} from '@quadrivium/kernel';
import type { ControlPlane } from '../app/control-plane.js';
import { foreignWorkspace } from '../faults.js';
import { type CallerOf, callerResolver } from '../tools/caller.js';
import { dispatch } from './dispatch.js';
import { problemOf, problemOfStatus } from './problem.js';
import { jsonBody } from './request-body.js';
import { TextStream } from './route.js';
import { headerOf, sendJson, sendProblem, sendStream } from './send.js';

export interface RestEndpointOptions {
  /** Where the API is mounted, without `/v1`; the root when left out. */
  readonly base?: string;
  readonly callerOf?: CallerOf;
  readonly log?: Logger;
}

export function restEndpoint(plane: ControlPlane, options: RestEndpointOptions = {}): Endpoint {
  return new RestEndpoint(plane, options);
}

class RestEndpoint implements Endpoint {
  readonly #plane: ControlPlane;
  readonly #base: string;
  readonly #callerOf: CallerOf;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  /** Streams without end are not among them: nobody waits for those. */
  readonly #running = new Set<Promise<void>>();

  constructor(plane: ControlPlane, { base = '', callerOf, log }: RestEndpointOptions) {
    this.#plane = plane;
    this.#base = base;
    this.#callerOf = callerOf ?? callerResolver(plane, 'rest');
    this.#log = log ?? silentLogger;
  }

  async handle(exchange: Exchange): Promise<void> {
    const work = this.#answer(exchange);
    if (exchange.url.pathname.endsWith('/events:stream')) return work;
    this.#running.add(work);
    await work.finally(() => this.#running.delete(work));
  }

  refusal({ req, status, message }: Refused): RefusalBody {
    const problem = problemOfStatus(status, message, correlationOf(req));
    return { contentType: 'application/problem+json', text: JSON.stringify(problem) };
  }

  async settled(graceMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), graceMs);
    });
    const done = Promise.allSettled([...this.#running]).then(() => true as const);
    return Promise.race([done, late]).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #answer({ req, res, identity, url }: Exchange): Promise<void> {
    const correlationId = correlationOf(req);
    res.setHeader('x-correlation-id', correlationId);
    try {
      const path = url.pathname.slice(this.#base.length).replace(/\/+$/, '');
      const outcome = await dispatch(this.#plane, (workspaceId) => this.#callerOf(identity, workspaceId), {
        method: req.method ?? 'GET',
        path,
        query: Object.fromEntries(url.searchParams),
        body: await jsonBody(req),
        idempotencyKey: headerOf(req, 'idempotency-key'),
        lastEventId: headerOf(req, 'last-event-id'),
        correlationId,
        signal: AbortSignal.any([goneSignal(res), this.#closing.signal]),
      });
      if (outcome instanceof TextStream) return await sendStream(res, outcome);
      for (const [name, value] of Object.entries(outcome.headers)) res.setHeader(name, value);
      sendJson(req, res, outcome.status, outcome.body);
    } catch (error) {
      this.#refuse(res, error, correlationId);
    }
  }

  #refuse(res: ServerResponse, error: unknown, correlationId: string): void {
    const problem = problemOf(likeForeign(error), correlationId);
    if (problem.status === 500) this.#log.error({ err: error }, 'request failed');
    if (res.headersSent || res.destroyed) return void res.destroy();
    sendProblem(res, redact(problem));
  }
}

/** A workspace that does not exist and one that is somebody else's look the same. */
function likeForeign(error: unknown): unknown {
  return error instanceof Fault && error.kind === 'NotFound' && error.context.what === 'workspace'
    ? foreignWorkspace()
    : error;
}

function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

function correlationOf(req: IncomingMessage): string {
  const given = headerOf(req, 'x-correlation-id');
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
