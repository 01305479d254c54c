/** From the parts of a request to the outcome of its route; the same for sockets and for callers in this process. */
import { redact } from '@quadrivium/kernel';
import type * as z from 'zod';
import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';
import { invalidInput } from '../faults.js';
import { Answer, type Route, TextStream } from './route.js';
import { createRouter } from './router.js';
import { routes } from './routes/index.js';

export interface RequestParts {
  readonly method: string;
  /** From `/v1` on, still encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly correlationId: string;
  readonly signal: AbortSignal;
}

export type Dispatched =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  | TextStream;

const find = createRouter(routes);

export async function dispatch(
  plane: ControlPlane,
  callerIn: (workspaceId: string) => Promise<Caller>,
  parts: RequestParts,
): Promise<Dispatched> {
  const { route, workspaceId, params } = find(parts.method, parts.path);
  // Who may not enter learns nothing about the request being right or wrong.
  const caller = { ...(await callerIn(workspaceId)), correlationId: parts.correlationId };
  const outcome = await route.run({
    plane,
    caller,
    params,
    query: checked(route.query, parts.query) as never,
    body: checked(route.body, parts.body ?? (route.bodyOptional ? {} : undefined)) as never,
    keyed: keyFrom(route, parts.idempotencyKey),
    lastEventId: parts.lastEventId,
    signal: parts.signal,
  });
  if (outcome instanceof TextStream) return outcome;
  const { body, headers, status } = outcome instanceof Answer ? outcome : new Answer(outcome, {});
  return {
    status: status ?? route.status ?? 200,
    headers,
    body: route.verbatim ? body : masked(body, route.reveals),
  };
}

function keyFrom(route: Route, key: string | undefined): { idempotencyKey?: string } {
  if (!route.keyed || key === undefined) return {};
  if (key.trim() !== '' && key.length <= 200) return { idempotencyKey: key };
  throw invalidInput('The idempotency key is empty or too long.', { 'Idempotency-Key': ['1 to 200 characters'] });
}

function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput('The request is not valid.', errorsOf(parsed.error));
}

function errorsOf({ issues }: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const add = (path: readonly PropertyKey[], message: string): void => {
    const field = path.map(String).join('.') || 'request';
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message);
    else for (const key of issue.keys) add([...issue.path, key], 'is not a known field');
  }
  return errors;
}

function masked(body: unknown, reveals: readonly string[] = []): unknown {
  const clean = redact(body);
  if (reveals.length === 0) return clean;
  const shown = reveals.map((name) => [name, (body as Record<string, unknown>)[name]]);
  return { ...(clean as object), ...Object.fromEntries(shown) };
}
