import { Fault, servedExplanationOf } from '@quadrivium/kernel';
import type { PortariumFaultKind } from '../faults.js';

/** RFC 9457, with what a program needs to react: the kind as `code`, and all field errors at once. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly suggestion?: string;
  /** Where the kind is explained: an address, or a path of this server. */
  readonly page: string;
  readonly correlationId?: string;
}

type HttpKind = 'BadRequest' | 'MethodNotAllowed' | 'TooLarge' | 'UnsupportedMediaType' | 'Internal';

/** Calls that the gate has ended, before we had an answer to give. */
type EndedKind = 'ServerStopping' | 'DeadlineExceeded';

interface Sort {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
}

const sorts: Readonly<Record<PortariumFaultKind | HttpKind | EndedKind, Sort>> = {
  BadUsage: { status: 400, slug: 'bad-request', title: 'Bad request' },
  BadRequest: { status: 400, slug: 'bad-request', title: 'Bad request' },
  Unauthenticated: { status: 401, slug: 'unauthorized', title: 'Unauthorized' },
  Forbidden: { status: 403, slug: 'forbidden', title: 'Forbidden' },
  SeparationOfDuties: { status: 403, slug: 'separation-of-duties', title: 'Separation of duties' },
  NotFound: { status: 404, slug: 'not-found', title: 'Not found' },
  MethodNotAllowed: { status: 405, slug: 'method-not-allowed', title: 'Method not allowed' },
  Conflict: { status: 409, slug: 'conflict', title: 'Conflict' },
  IdempotencyConflict: { status: 409, slug: 'idempotency-conflict', title: 'Idempotency key in use' },
  StaleLease: { status: 409, slug: 'stale-lease', title: 'Stale lease' },
  Frozen: { status: 409, slug: 'frozen', title: 'Workspace frozen' },
  TooLarge: { status: 413, slug: 'too-large', title: 'Body too large' },
  UnsupportedMediaType: { status: 415, slug: 'unsupported-media-type', title: 'Unsupported media type' },
  InvalidInput: { status: 422, slug: 'validation-failed', title: 'Validation failed' },
  RateLimited: { status: 429, slug: 'rate-limited', title: 'Too many requests' },
  Internal: { status: 500, slug: 'internal', title: 'Internal error' },
  DependencyFailed: { status: 502, slug: 'dependency-failure', title: 'Dependency failed' },
  Unavailable: { status: 503, slug: 'service-unavailable', title: 'Service unavailable' },
  ServerStopping: { status: 503, slug: 'service-unavailable', title: 'Service unavailable' },
  DeadlineExceeded: { status: 503, slug: 'service-unavailable', title: 'Service unavailable' },
  BadConfiguration: { status: 503, slug: 'service-unavailable', title: 'Service unavailable' },
};

/** What `code` may say. */
export const problemKinds: readonly string[] = Object.keys(sorts);

/** Every status a route may answer with besides success. */
export const problemStatuses: readonly number[] = [...new Set(Object.values(sorts).map(({ status }) => status))].sort(
  (a, b) => a - b,
);

export function httpFault(kind: HttpKind, message: string): Fault<HttpKind> {
  return new Fault(kind, message);
}

/** Anything that is no fault is a bug of ours; the log has it, the caller learns only that. */
export function problemOf(error: unknown, correlationId: string): ProblemDetails {
  if (!(error instanceof Fault) || !Object.hasOwn(sorts, error.kind)) return internal(correlationId);
  const { status, slug, title } = sorts[error.kind as PortariumFaultKind];
  const { errors, ...context } = error.context as { errors?: Record<string, readonly string[]> };
  return {
    type: `https://portarium.dev/problems/${slug}`,
    title,
    status,
    detail: error.message,
    code: error.kind,
    ...(errors === undefined ? {} : { errors }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(error.suggestion === undefined ? {} : { suggestion: error.suggestion }),
    page: servedExplanationOf(error.kind),
    correlationId,
  };
}

/** What somebody before us refused, in our words: who is not let in gets the same kind of answer as who is. */
export function problemOfStatus(status: number, message: string, correlationId: string): ProblemDetails {
  const kinds = { 401: 'Unauthenticated', 403: 'Forbidden', 503: 'Unavailable' } as const;
  const kind = kinds[status as keyof typeof kinds];
  return kind === undefined ? internal(correlationId) : problemOf(new Fault(kind, message), correlationId);
}

function internal(correlationId: string): ProblemDetails {
  const { status, slug, title } = sorts.Internal;
  const page = servedExplanationOf('Internal');
  return { type: `https://portarium.dev/problems/${slug}`, title, status, code: 'Internal', page, correlationId };
}
