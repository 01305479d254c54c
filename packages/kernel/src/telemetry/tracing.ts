/**
 * The seam between what we do and whoever keeps traces of it. Without a tracer nothing is measured and nothing is handed on;
 * `otlp.ts` installs one when an operator names a collector. What is under way is known by the asynchronous context, so that
 * a call made deep inside another becomes its child without being told.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type TraceContext, type TraceHeaders, traceContextFrom, traceHeaders } from './trace-context.js';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Of few values: collectors group by it. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: SpanAttributes;
  /** What it is a part of; what is under way here when left out, and nothing when null. */
  readonly parent?: TraceContext | null | undefined;
}

export interface OpenSpan {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** It did not do what was asked of it, for this kind of reason. */
  failed(kind: string): void;
  end(): void;
}

export interface Tracer {
  start(span: SpanStart & { readonly parent: TraceContext | undefined }): OpenSpan;
}

const underWay = new AsyncLocalStorage<TraceContext>();
let tracer: Tracer | undefined;

/** One per process; gives the function that takes it away again. */
export function installTracer(made: Tracer): () => void {
  tracer = made;
  return () => {
    if (tracer === made) tracer = undefined;
  };
}

/** Does the work as a span of its own; as if this were not here when nobody keeps traces. */
export async function traced<T>(start: SpanStart, work: (span?: OpenSpan) => T | Promise<T>): Promise<T> {
  if (tracer === undefined) return work();
  const parent = start.parent === undefined ? underWay.getStore() : (start.parent ?? undefined);
  const span = tracer.start({ ...start, parent });
  try {
    return await underWay.run(span.context, () => work(span));
  } catch (error) {
    span.failed(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Only the kind: what an error says may hold what somebody sent. */
function kindOf(error: unknown): string {
  const { kind, name } = error as { readonly kind?: unknown; readonly name?: unknown };
  return typeof kind === 'string' ? kind : typeof name === 'string' ? name : 'Error';
}

export const isTracing = (): boolean => tracer !== undefined;

/** Does the work as part of what a request says it is part of. */
export function partOf<T>(carrier: Readonly<Record<string, unknown>>, work: () => T): T {
  const given = tracer === undefined ? undefined : traceContextFrom(carrier);
  return given === undefined ? work() : underWay.run(given, work);
}

/** What goes with a request to somebody else; nothing when nobody keeps traces. */
export function outgoingTrace(): TraceHeaders | undefined {
  const context = tracer === undefined ? undefined : underWay.getStore();
  return context === undefined ? undefined : traceHeaders(context);
}
