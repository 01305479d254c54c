import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { serveStdio as serveBothEras } from '@modelcontextprotocol/server/stdio';

import type { Identity } from '../../identity.js';
import type { ServerRuntime } from '../../protocol/runtime.js';
import type { StdioTransport } from './transport.js';

/**
 * The first message decides who serves the connection. A client that claims the modern revision gets the SDK's entry,
 * which knows probes, listening and falling back; everybody else gets a server connected by hand, because that entry
 * costs a third of a call again and a legacy connection never leaves its era.
 */
export function openConnection(runtime: ServerRuntime, transport: StdioTransport, identity: Identity): void {
  const report = (error: Error): void => runtime.options.log?.debug({ err: error }, 'stdio');
  transport.onmessage = (first) => {
    // The SDK would call the handler it finds before its own.
    delete transport.onmessage;
    if (claimsRevision(first)) {
      serveBothEras(({ era }) => runtime.newServer({ era, identity, transport: 'stdio' }), {
        transport,
        onerror: report,
      });
    } else {
      const server = runtime.newServer({ era: 'legacy', identity, transport: 'stdio' });
      server.onerror = report;
      void server.connect(transport);
    }
    transport.redeliver(first);
  };
}

function claimsRevision(message: JSONRPCMessage): boolean {
  return (
    'method' in message && message.params?._meta !== undefined && PROTOCOL_VERSION_META_KEY in message.params._meta
  );
}
