/** The REST API as an endpoint of the kernel's HTTP front. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  argumentsOf,
  type Endpoint,
  type Exchange,
  Fault,
  hasHungUp,
  type Identity,
  type Logger,
  type RefusalBody,
  type Refused,
  type RestShape,
  redact,
  restRouter,
  restShapes,
  type ServerRuntime,
  silentLogger,
} from '@quadrivium/kernel';
import { newId } from '@quadrivium/kernel/essentials';
import { inApiWords } from '../client/embedded-client.js';
import { foreignWorkspace } from '../faults.js';
import { refusalLog } from '../operations/refusals.js';
import { TextStream } from '../operations/text-stream.js';
import { type ProblemDetails, problemOf, problemOfStatus } from './problem.js';
import { jsonBody } from './request-body.js';
import { headerOf, sendJson, sendProblem, sendStream } from './send.js';

export interface RestEndpointOptions {
  /** Where the API is mounted, without `/v1`; the root when left out. */
  readonly base?: string;
  readonly log?: Logger;
}

/** A request is a call of the operation its route belongs to, and goes through the gate of the runtime. */
export function restEndpoint(runtime: ServerRuntime, options: RestEndpointOptions = {}): Endpoint {
  return new RestEndpoint(runtime, options);
}

class RestEndpoint implements Endpoint {
  readonly #runtime: ServerRuntime;
  readonly #base: string;
  readonly #find: ReturnType<typeof restRouter>;
  readonly #log: Logger;
  readonly #refused: ReturnType<typeof refusalLog>;
  readonly #closing = new AbortController();
  /** Streams without end are not among them: nobody waits for those. */
  readonly #running = new Set<Promise<void>>();

  constructor(runtime: ServerRuntime, { base = '', log }: RestEndpointOptions) {
    this.#runtime = runtime;
    this.#base = base;
    this.#find = restRouter(restShapes(runtime.definition.operations ?? []));
    this.#log = log ?? silentLogger;
    this.#refused = refusalLog(runtime.options.audit, runtime.options.clock);
  }

  async handle(exchange: Exchange): Promise<void> {
    const work = this.#answer(exchange);
    if (exchange.url.pathname.endsWith('/events:stream')) return work;
    this.#running.add(work);
    await work.finally(() => this.#running.delete(work));
  }

  refusal({ req, status, message }: Refused): RefusalBody {
    const problem = problemOfStatus(status, message, correlationOf(req));
    this.#keep(req, problem);
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
    let isCall = false;
    res.setHeader('x-correlation-id', correlationId);
    try {
      const path = url.pathname.slice(this.#base.length).replace(/\/+$/, '');
      const body = await jsonBody(req);
      const { shape, params } = this.#find(req.method ?? 'GET', path);
      const headers = Object.fromEntries(
        shape.headers.map(({ name }) => [name.toLowerCase(), headerOf(req, name.toLowerCase())]),
      );
      const args = argumentsOf(shape, { params, query: Object.fromEntries(url.searchParams), body, headers });
      const signal = AbortSignal.any([goneSignal(res), this.#closing.signal]);
      isCall = true;
      const answer = await this.#runtime
        .call(shape.operation, args, { front: 'rest', identity, signal, requestId: correlationId })
        .catch((fault: unknown) => {
          throw inApiWords(shape.operation, fault);
        });
      await this.#send(req, res, shape, params, answer);
    } catch (error) {
      const problem = problemOf(this.#closing.signal.aborted ? asStopping(error) : likeForeign(error), correlationId);
      if (!isCall) this.#keep(req, problem, identity);
      this.#refuse(res, error, problem);
    }
  }

  /** A request that never became a call leaves its trace all the same. */
  #keep(req: IncomingMessage, { code, correlationId = '' }: ProblemDetails, identity?: Identity): void {
    const target = `${req.method} ${(req.url ?? '').replace(/\?.*/s, '')}`;
    const refused = { front: 'rest', target, kind: code, requestId: correlationId } as const;
    this.#refused({ ...refused, ...(identity === undefined ? {} : { identity }) }).catch((err: unknown) =>
      this.#log.error({ err }, 'a refused request could not be recorded'),
    );
  }

  async #send(
    req: IncomingMessage,
    res: ServerResponse,
    { rest }: RestShape,
    params: Readonly<Record<string, string>>,
    answer: unknown,
  ): Promise<void> {
    if (answer instanceof TextStream) return sendStream(res, rest.streams ?? 'text/plain', answer.chunks);
    if (rest.location !== undefined)
      res.setHeader('location', filled(rest.location, { ...params, ...(answer as object) }));
    sendJson(req, res, answer === undefined ? 204 : (rest.status ?? 200), answer);
  }

  #refuse(res: ServerResponse, error: unknown, problem: ProblemDetails): void {
    if (hasHungUp(error, res)) return void this.#log.debug({ err: error }, 'the caller has hung up');
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

/** It was us who cancelled the call. */
function asStopping(error: unknown): unknown {
  if (!(error instanceof Fault) || error.kind !== 'Cancelled') return error;
  return new Fault('Unavailable', 'The server is stopping, so that this was ended unfinished.', {
    suggestion: 'Look, or repeat it with the same idempotency key, when the server is back.',
  });
}

function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

function correlationOf(req: IncomingMessage): string {
  const given = headerOf(req, 'x-correlation-id');
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : newId();
}

const filled = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
