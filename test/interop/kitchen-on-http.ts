import { openHttpFront } from '../../packages/kernel/src/http/index.js';
import { createRuntime, noAudit } from '../../packages/kernel/src/index.js';
import { sse } from '../../packages/kernel/src/transport/sse.js';
import { streamableHttp } from '../../packages/kernel/src/transport/streamable-http/endpoint.js';
import { webSocket } from '../../packages/kernel/src/transport/websocket.js';
import { kitchen } from '../../packages/kernel/test/fixtures/kitchen.js';

/** One tool of the kitchen has a schema that is legal and unportable on purpose; other people's clients rightly object. */
const portable = {
  ...kitchen,
  operations: (kitchen.operations ?? []).filter((tool) => tool.name !== 'kitchen/literal'),
};

/** The kernel's example server behind every network transport at once. */
export async function kitchenOnHttp(): Promise<{ url: string; close(): Promise<void> }> {
  const runtime = createRuntime(portable, { audit: noAudit, toolNames: 'portable' });
  const routes = { '/mcp': streamableHttp(runtime), '/ws': webSocket(runtime), ...sse(runtime) };
  const front = await openHttpFront({ port: 0, routes });
  return { url: front.url, close: () => front.close({ graceMs: 100 }) };
}
