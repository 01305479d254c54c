/**
 * How events leave. A webhook is an address that somebody typed: nothing inside this machine or its networks is reached
 * unless the operator has named the host, redirects are not followed, and what the receiver says beyond its status is not read.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Address, addressOf, isNamed, pinned } from '../../steps/outside-address.js';

export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
}

export interface WebhookPost {
  /** Why this address is not reached; nothing when it may be. A name that does not resolve may do so later. */
  objection(url: string): Promise<string | undefined>;
  send(url: string, sent: Sent): Promise<{ readonly status: number }>;
}

export function webhookPost(webhookHosts: readonly string[] = []): WebhookPost {
  const addressFor = (url: URL) => addressOf(url, () => isNamed(url, webhookHosts));
  const refusal = ({ host }: URL) =>
    `${host} is on this machine or in a private network, and is not among the webhookHosts of the servers file.`;
  return {
    async objection(address) {
      const url = new URL(address);
      const found = await addressFor(url).catch(() => 'unknown');
      return found === undefined ? refusal(url) : undefined;
    },
    async send(address, sent) {
      const url = new URL(address);
      const found = await addressFor(url);
      if (found === undefined) throw new Error(refusal(url));
      return post(url, found, sent);
    },
  };
}

function post(url: URL, address: Address, { headers, body, signal }: Sent): Promise<{ readonly status: number }> {
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const how = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent: false };
    const request = begin(url, { ...how, signal, lookup: pinned(address) }, (response) => {
      resolve({ status: response.statusCode ?? 0 });
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
