import { setTimeout as sleep } from 'node:timers/promises';
import { type FetchLike, type RequestId, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import { boundedFetch } from '../../untrusted/json/bounded-fetch.js';
import { excessText } from '../../untrusted/json/json-gauge.js';
import type { HttpServerConfig } from '../config/server-config.js';
import { EDGE_CHARS, requestIdAtEdges } from '../link/json-rpc.js';
import { Wire } from '../link/wire.js';
import type { Channel, ChannelOptions } from './channel.js';
import { resendingFetch } from './resend.js';

/** How long the server may take to confirm that a session is over. */
const FAREWELL_MS = 1_000;

export function httpChannel(config: z.output<typeof HttpServerConfig>, options: ChannelOptions): Channel {
  const bounded = boundedFetch(resendingFetch(options.fetch), options.maxMessageBytes, (excess, init) => {
    const id = idOf(init?.body);
    if (id !== undefined) channel.wire.refuse(id, excess);
    return new Error(excessText(excess));
  });
  const answers = watchAnswers(bounded);
  const refusal = watchRefusals(answers.fetch);
  const { authProvider } = options;
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: config.headers },
    fetch: refusal.fetch,
    ...(authProvider === undefined ? {} : { authProvider }),
  });
  const channel: Channel = {
    transport,
    wire: new Wire(transport, { isOver: answers.isOver }),
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
  return channel;
}

/**
 * Notes which requests got their whole answer at once. When that did not hold what was asked for (a 202, another id), the
 * SDK would wait for it until the timeout.
 */
function watchAnswers(fetch: FetchLike): { readonly fetch: FetchLike; isOver(id: RequestId): boolean } {
  const over = new Set<RequestId>();
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const id = response.ok && !isStream(response) ? idOf(init?.body) : undefined;
      if (id !== undefined) over.add(id);
      return response;
    },
    isOver: (id) => over.delete(id),
  };
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/event-stream') === true;
}

function idOf(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  return requestIdAtEdges({ head: body.slice(0, EDGE_CHARS), tail: body.slice(-EDGE_CHARS) });
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
