/** For whoever does something worth a span; knows no protocol and loads nothing. */
export { type TraceHeaders, traceContextFrom } from './trace-context.js';
export { outgoingTrace, type SpanStart, traced } from './tracing.js';
