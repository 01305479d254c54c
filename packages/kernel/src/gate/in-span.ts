import { traceContextFrom } from '../telemetry/trace-context.js';
import { traced } from '../telemetry/tracing.js';
import type { Call } from './call.js';

/**
 * A call as a span, named as OpenTelemetry names those of MCP. What came beside the request says what it is part of, else
 * what came with the connection. Names only: arguments and answers are for the record, not for a collector.
 */
export function inSpan<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const { settings, context, requestedName } = call;
  const known = settings.registry.operation(requestedName)?.name;
  const method = context.front === 'mcp' ? 'tools/call' : context.front;
  const attributes = {
    'mcp.server.name': settings.server,
    'mcp.method.name': method,
    'mcp.protocol.version': context.protocolVersion,
    'jsonrpc.request.id': String(context.requestId),
    'gen_ai.tool.name': known ?? 'unknown',
  };
  const name = known === undefined ? method : `${method} ${known}`;
  const parent = traceContextFrom(context.requestMeta);
  return traced({ name, kind: 'server', attributes, parent }, async (span) => {
    try {
      return await work();
    } finally {
      if (call.failure !== undefined) span?.failed(call.failure.fault.kind);
    }
  });
}
