/**
 * A REST route as data. The router, the checks of query and body, and the OpenAPI document all come from it, so that the
 * document cannot promise what the server does not do.
 */
import type * as z from 'zod';
import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';

type Braced<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Braced<Rest> : never;

export type PathParameters<Path extends string> = Readonly<Record<Braced<Path>, string>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteCall<Parameters, Query, Body> {
  readonly plane: ControlPlane;
  readonly caller: Caller;
  readonly params: Parameters;
  readonly query: Query;
  readonly body: Body;
  /** From the `Idempotency-Key` header, on routes that say `keyed`. */
  readonly keyed: { readonly idempotencyKey?: string };
  readonly lastEventId: string | undefined;
  /** Aborted when the caller has gone or the server closes. */
  readonly signal: AbortSignal;
}

/** What a route gives back when plain JSON is not enough. */
export class Answer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;

  constructor(body: unknown, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** Text that is produced while it is sent. */
export class TextStream {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string>;
  /** Open for as long as the caller likes; not a reason to wait when the server shuts down. */
  readonly endless: boolean;

  constructor(contentType: string, chunks: AsyncIterable<string>, endless = false) {
    this.contentType = contentType;
    this.chunks = chunks;
    this.endless = endless;
  }
}

export interface Route {
  readonly method: Method;
  /** Below `/v1/workspaces/{workspaceId}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** An absent body counts as `{}`. */
  readonly bodyOptional?: boolean;
  /** Honours `Idempotency-Key`. */
  readonly keyed?: boolean;
  readonly status?: 200 | 201 | 204;
  readonly answer?: z.ZodType;
  /** Media type of a streamed answer. */
  readonly streams?: string;
  /** Secrets this one answer exists to give; everything else is masked. */
  readonly reveals?: readonly string[];
  /** Entries are covered by hashes and were masked before they were written. */
  readonly verbatim?: boolean;
  run(call: RouteCall<Readonly<Record<string, string>>, never, never>): Promise<unknown>;
}

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export function defineRoute<
  const Path extends string,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<Route, 'path' | 'query' | 'body' | 'run'> & {
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body;
    run(call: RouteCall<PathParameters<Path>, Checked<Query>, Checked<Body>>): Promise<unknown>;
  },
): Route {
  return route as unknown as Route;
}
