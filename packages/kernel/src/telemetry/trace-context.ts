/** Where in which trace something happens, as it travels between programs (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
  /** What other vendors along the way added; handed on as it came. */
  readonly state?: string;
}

/** How it stands beside a request: in the headers of HTTP, and under the same names in `_meta` of MCP. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const spelling =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.{0,200})?$/;
const longestState = 512;

/** What a stranger sent: anything that is not to the letter counts as nothing, and begins a trace of its own. */
export function traceContextFrom(carrier: Readonly<Record<string, unknown>>): TraceContext | undefined {
  const { traceparent, tracestate } = carrier;
  const parts = typeof traceparent === 'string' ? spelling.exec(traceparent)?.groups : undefined;
  if (parts === undefined) return undefined;
  const { version = '', traceId = '', spanId = '', flags = '', rest } = parts;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const sampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, sampled, ...stateFrom(tracestate) };
}

function stateFrom(tracestate: unknown): Pick<TraceContext, 'state'> {
  const isKept =
    typeof tracestate === 'string' && tracestate.length <= longestState && /^[\x20-\x7e]+$/.test(tracestate);
  return isKept ? { state: tracestate } : {};
}

export function traceHeaders({ traceId, spanId, sampled, state }: TraceContext): TraceHeaders {
  const traceparent = `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
  return { traceparent, ...(state === undefined ? {} : { tracestate: state }) };
}
