import { setTimeout as sleep } from 'node:timers/promises';
import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import type { HttpServerConfig } from '../server-config.js';
import { Wire } from '../wire.js';
import type { Channel, ChannelOptions } from './channel.js';
import { resendingFetch } from './resend.js';

/** How long the server may take to confirm that a session is over. */
const FAREWELL_MS = 1_000;

export function httpChannel(config: z.output<typeof HttpServerConfig>, options: ChannelOptions): Channel {
  const refusal = watchRefusals(resendingFetch(options.fetch));
  const { authProvider } = options;
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: config.headers },
    fetch: refusal.fetch,
    ...(authProvider === undefined ? {} : { authProvider }),
  });
  return {
    transport,
    wire: new Wire(transport),
    evidence: refusal.evidence,
    hasShownLife: () => true,
    hasSession: () => transport.sessionId !== undefined,
    finishAuthorization: (callback) => transport.finishAuth(callback),
    release: async (hurry) => {
      const farewell = hurry ? undefined : transport.terminateSession().catch(() => undefined);
      await Promise.race([farewell, sleep(FAREWELL_MS, undefined, { ref: false })]);
      await transport.close();
    },
  };
}

export interface Refusal {
  readonly status: number;
  readonly contentType?: string;
  readonly wwwAuthenticate?: string;
}

/** Remembers the last answer that was not a success: the SDK's errors leave out its headers. */
export function watchRefusals(fetch: FetchLike): { readonly fetch: FetchLike; evidence(): { refusal?: Refusal } } {
  let refusal: Refusal | undefined;
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (!response.ok) refusal = refusalOf(response);
      return response;
    },
    evidence: () => (refusal === undefined ? {} : { refusal }),
  };
}

function refusalOf(response: Response): Refusal {
  const contentType = response.headers.get('content-type');
  const wwwAuthenticate = response.headers.get('www-authenticate');
  return {
    status: response.status,
    ...(contentType === null ? {} : { contentType }),
    ...(wwwAuthenticate === null ? {} : { wwwAuthenticate }),
  };
}
