import { SSEClientTransport, SseError } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import { boundedFetch } from '../../untrusted/json/bounded-fetch.js';
import { excessText } from '../../untrusted/json/json-gauge.js';
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
  const bounded = boundedFetch(resendingFetch(options.fetch), options.maxMessageBytes, (excess) => {
    // One stream carries all answers, so nobody knows which request this one was for.
    channel.wire.refuse(undefined, excess);
    return new Error(excessText(excess));
  });
  const refusal = watchRefusals(bounded);
  const { authProvider } = options;
  const transport = new SSEClientTransport(new URL(config.url), {
    requestInit: { headers: config.headers },
    fetch: refusal.fetch,
    ...(authProvider === undefined ? {} : { authProvider }),
  });
  const channel: Channel = {
    transport,
    wire: new Wire(transport, { isFatal: (error) => error instanceof SseError }),
    evidence: refusal.evidence,
    hasShownLife: () => true,
    hasSession: () => false,
    finishAuthorization: (callback) => transport.finishAuth(callback),
    release: () => transport.close(),
  };
  return channel;
}
