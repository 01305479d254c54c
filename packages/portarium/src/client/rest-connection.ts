/**
 * One REST request with credentials, a time limit and retries. Only requests that may be repeated come through here: a
 * timeout says nothing about whether the other side acted, so an unsafe request must carry an idempotency key.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOr } from '@quadrivium/kernel/essentials';
import { type PortariumFaultKind, portariumFault } from '../faults.js';

export interface RestOptions {
  /** For example `https://portarium.example`; paths are added to it. */
  readonly baseUrl: string;
  /** The bearer token, or where to get one that is valid now. */
  readonly token?: string | (() => string | Promise<string>);
  /** For one attempt. */
  readonly timeoutMs?: number;
  /** Attempts after the first. */
  readonly retries?: number;
  readonly firstDelayMs?: number;
  readonly fetch?: typeof fetch;
  /** 0 to 1, spreads the retries of many clients. */
  readonly random?: () => number;
}

export interface RestRequest {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface RestConnection {
  send<Answer>(method: string, path: string, request?: RestRequest): Promise<Answer>;
  /** The response itself, for streams; no retries, no time limit. */
  open(path: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response>;
}

const temporary = new Set([408, 425, 429, 502, 503, 504]);
const longestDelayMs = 30_000;

export function restConnection(options: RestOptions): RestConnection {
  const { timeoutMs = 30_000, retries = 3, firstDelayMs = 250, random = Math.random } = options;
  const call = options.fetch ?? fetch;
  const base = options.baseUrl.replace(/\/+$/, '');

  async function credentials(): Promise<Record<string, string>> {
    const token = typeof options.token === 'function' ? await options.token() : options.token;
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  async function attempt(method: string, url: string, request: RestRequest): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    return call(url, {
      method,
      redirect: 'error',
      headers: {
        accept: 'application/json, application/problem+json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
        ...(await credentials()),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]),
    });
  }

  async function send<Answer>(method: string, path: string, request: RestRequest = {}): Promise<Answer> {
    const url = `${base}${path}${queryText(request.query)}`;
    for (let tried = 0; ; tried += 1) {
      const outcome = await attempt(method, url, request).catch((cause: unknown) => unreachable(base, cause));
      const again = outcome instanceof Response ? temporary.has(outcome.status) : true;
      if (outcome instanceof Response && !again) return (await answerOf(outcome)) as Answer;
      if (tried >= retries || request.signal?.aborted) {
        if (outcome instanceof Response) return (await answerOf(outcome)) as Answer;
        throw outcome;
      }
      const asked = outcome instanceof Response ? Number(outcome.headers.get('retry-after')) * 1000 : 0;
      if (outcome instanceof Response) await outcome.body?.cancel();
      const delay = Math.max(asked || 0, firstDelayMs * 2 ** tried * (0.5 + random() / 2));
      await sleep(Math.min(delay, longestDelayMs), undefined, request.signal ? { signal: request.signal } : {});
    }
  }

  return {
    send,
    open: async (path, headers, signal) => {
      const response = await call(`${base}${path}`, {
        headers: { ...headers, ...(await credentials()) },
        ...(signal === undefined ? {} : { signal }),
      }).catch((cause: unknown) => {
        throw unreachable(base, cause);
      });
      if (!response.ok) await answerOf(response);
      return response;
    },
  };
}

function queryText(query: RestRequest['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

function unreachable(base: string, cause: unknown) {
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
  return portariumFault(
    'Unavailable',
    timedOut
      ? `The control plane at ${base} did not answer in time.`
      : `The control plane at ${base} cannot be reached: ${inner}.`,
    { suggestion: 'Check the address and whether the server runs, then try again.', cause },
  );
}

interface ProblemDetails {
  readonly code?: string;
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: unknown;
  readonly context?: Record<string, unknown>;
  readonly suggestion?: string;
  readonly correlationId?: string;
}

const kindOfStatus: Readonly<Record<number, PortariumFaultKind>> = {
  400: 'InvalidInput',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'InvalidInput',
  422: 'InvalidInput',
  429: 'RateLimited',
  502: 'DependencyFailed',
};

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  const value = jsonOr(text, undefined);
  if (response.ok && value !== undefined) return value;
  const problem = (value ?? {}) as ProblemDetails;
  const kind = (problem.code as PortariumFaultKind | undefined) ?? kindOfStatus[response.status] ?? 'Unavailable';
  throw portariumFault(kind, problem.detail ?? problem.title ?? `The control plane answered ${response.status}.`, {
    context: {
      ...problem.context,
      status: response.status,
      ...(problem.errors === undefined ? {} : { errors: problem.errors }),
      ...(problem.correlationId === undefined ? {} : { correlationId: problem.correlationId }),
    },
    ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
  });
}
