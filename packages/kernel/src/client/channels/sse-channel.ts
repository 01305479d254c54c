import { SSEClientTransport, SseError } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import type { SseServerConfig } from '../config/server-config.js';
import { Wire } from '../link/wire.js';
import type { Channel, ChannelOptions } from './channel.js';
import { watchRefusals } from './http-channel.js';
import { resendingFetch } from './resend.js';

/**
 * The older HTTP+SSE transport: one event stream carries all answers. The SDK reopens a broken stream, but the server
 * gives it a new session that knows nothing of ours, so here the end of the stream is the end of the channel.
 */
export function sseChannel(config: z.output<typeof SseServerConfig>, options: ChannelOptions): Channel {
  const refusal = watchRefusals(resendingFetch(options.fetch));
  const { authProvider } = options;
  const transport = new SSEClientTransport(new URL(config.url), {
    requestInit: { headers: config.headers },
    fetch: refusal.fetch,
    ...(authProvider === undefined ? {} : { authProvider }),
  });
  return {
    transport,
    wire: new Wire(transport, { isFatal: (error) => error instanceof SseError }),
    evidence: refusal.evidence,
    hasShownLife: () => true,
    hasSession: () => false,
    finishAuthorization: (callback) => transport.finishAuth(callback),
    release: () => transport.close(),
  };
}
