/**
 * HTTP requests of workflow steps. Only named hosts are reached; names are resolved first and the connection goes to that
 * very address, so that a name cannot point somewhere else a moment later; redirects are not followed.
 */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { jsonOr } from '@quadrivium/kernel/essentials';
import { outgoingTrace } from '@quadrivium/kernel/telemetry';
import { type Address, addressOf, isNamed, pinned } from './outside-address.js';
import type { CallOutcome, HttpCall, HttpCaller } from './ports.js';

export interface HttpCallerOptions {
  /** As in `isNamed`. Nothing is allowed when empty. */
  readonly allowedHosts: readonly string[];
  /** A named credential. Its headers are added here and are seen nowhere else. */
  readonly credential?: (name: string) => Credential | undefined;
  readonly maxBytes?: number;
}

/** Headers with the hosts they are for and the workspaces that may use them; `*` for every workspace. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  readonly workspaces: readonly string[];
}

/** What decides where a message goes or where it ends is not for templates: another host behind the same address would get it. */
const ours = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|proxy-.*)$/i;

const refused = (kind: string, message: string): CallOutcome => ({
  ok: false,
  certainty: 'not-sent',
  error: { kind, message, retryable: false },
});

export function createHttpCaller(options: HttpCallerOptions): HttpCaller {
  return { call: (call) => perform(options, call) };
}

async function perform(options: HttpCallerOptions, call: HttpCall): Promise<CallOutcome> {
  if (!URL.canParse(call.url)) return refused('InvalidUrl', `"${call.url}" is not a URL.`);
  const url = new URL(call.url);
  if (!isAllowed(url, options.allowedHosts)) {
    return refused('HostNotAllowed', `The host ${url.host} is not on the list of allowed hosts.`);
  }
  const taken = Object.keys(call.headers).find((name) => ours.test(name));
  if (taken !== undefined) return refused('HeaderNotAllowed', `The header "${taken}" is not for a step to set.`);
  const secret = headersFor(options, call, url);
  if ('ok' in secret) return secret;
  try {
    // Inside addresses only where the list names them by themselves.
    const address = await addressOf(url, ({ name, literal }) => literal || name === 'localhost');
    if (address === undefined)
      return refused('AddressNotAllowed', `${url.hostname} resolves to an address that is not reached.`);
    return await send(options, call, url, address, secret.headers);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // A request that cannot be written down has not left.
    if (/^ERR_(?:INVALID|HTTP_INVALID|UNESCAPED)/.test(code ?? '')) return refused('InvalidRequest', message);
    const early = code === 'ENOTFOUND' || code === 'ECONNREFUSED' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH';
    return {
      ok: false,
      certainty: early ? 'not-sent' : 'unknown',
      error: { kind: code ?? 'HttpFailed', message, retryable: true },
    };
  }
}

/** A URL may be made of what somebody else wrote: where a credential goes is decided by its own list. */
function headersFor(
  options: HttpCallerOptions,
  { credential: name, workspaceId }: HttpCall,
  url: URL,
): Pick<Credential, 'headers'> | CallOutcome {
  if (name === undefined) return { headers: {} };
  const found = options.credential?.(name);
  const usable = found !== undefined && (found.workspaces.includes('*') || found.workspaces.includes(workspaceId));
  // A credential of another workspace looks like one that is not there.
  if (!usable) return refused('UnknownCredential', `There is no credential "${name}".`);
  if (found.hosts.some((entry) => isFor(url, entry))) return found;
  return refused('CredentialNotForHost', `The credential "${name}" is not for ${url.protocol}//${url.host}.`);
}

function isAllowed(url: URL, allowed: readonly string[]): boolean {
  return /^https?:$/.test(url.protocol) && isNamed(url, allowed);
}

/**
 * Stricter than where steps may go: another port is another server, and what is sent in the clear is everybody's, except on
 * this machine or where the list says `http://`.
 */
function isFor(url: URL, entry: string): boolean {
  const [, scheme, name = ''] = /^(https?:\/\/)?(.*)$/.exec(entry) ?? [];
  const clear = scheme === 'http://' || (scheme === undefined && /^(?:localhost|127\..*|\[::1\])$/.test(url.hostname));
  if (url.protocol !== 'https:' && !clear) return false;
  return name.startsWith('*.') ? url.port === '' && url.hostname.endsWith(name.slice(1)) : name === url.host;
}

function send(
  { maxBytes = 1_048_576 }: HttpCallerOptions,
  call: HttpCall,
  url: URL,
  address: Address,
  credential: Readonly<Record<string, string>>,
): Promise<CallOutcome> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = {
    accept: 'application/json, text/*;q=0.5',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...outgoingTrace(),
    ...call.headers,
    ...credential,
    'idempotency-key': call.idempotencyKey,
  };
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]);
  return new Promise((resolve, reject) => {
    const request = begin(
      url,
      {
        method: call.method,
        headers,
        signal,
        lookup: pinned(address),
      },
      (response) => answered(response, maxBytes).then(resolve, reject),
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function answered(response: IncomingMessage, maxBytes: number): Promise<CallOutcome> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      return failure('ResponseTooLarge', `The answer is larger than ${maxBytes} bytes.`, false);
    }
    chunks.push(chunk);
  }
  const output = { status, body: bodyOf(Buffer.concat(chunks).toString('utf8'), response.headers['content-type']) };
  if (status >= 200 && status < 300) return { ok: true, output };
  if (status >= 300 && status < 400)
    return failure('Redirected', `The server answered ${status}; redirects are not followed.`, false);
  return failure(`Http${status}`, `The server answered ${status}.`, status === 429 || status >= 500);
}

function failure(kind: string, message: string, retryable: boolean): CallOutcome {
  return { ok: false, certainty: 'answered', error: { kind, message, retryable } };
}

function bodyOf(text: string, type: string | undefined): unknown {
  return /\bjson\b/.test(type ?? '') ? jsonOr(text, text) : text;
}
