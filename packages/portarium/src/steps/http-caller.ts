/**
 * HTTP requests of workflow steps. Only named hosts are reached; names are resolved first and the connection goes to that
 * very address, so that a name cannot point somewhere else a moment later; redirects are not followed.
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { CallOutcome, HttpCall, HttpCaller } from './ports.js';

export interface HttpCallerOptions {
  /** `host` or `host:port`; `*.example.com` for what is below a name. Nothing is allowed when empty. */
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

/** Link-local and metadata addresses are never reached; private ones only when the host is named by its address. */
const never = new BlockList();
never.addSubnet('169.254.0.0', 16, 'ipv4');
never.addSubnet('fe80::', 10, 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6');
never.addSubnet('0.0.0.0', 8, 'ipv4');

const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8, 'ipv4');
inside.addSubnet('10.0.0.0', 8, 'ipv4');
inside.addSubnet('172.16.0.0', 12, 'ipv4');
inside.addSubnet('192.168.0.0', 16, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

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
  const secret = headersFor(options, call, url);
  if ('ok' in secret) return secret;
  try {
    const address = await addressOf(url);
    if (address === undefined)
      return refused('AddressNotAllowed', `${url.hostname} resolves to an address that is not reached.`);
    return await send(options, call, url, address, secret.headers);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
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
  if (isAllowed(url, found.hosts)) return found;
  return refused('CredentialNotForHost', `The credential "${name}" is not for ${url.host}.`);
}

function isAllowed({ protocol, host, hostname }: URL, allowed: readonly string[]): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return allowed.some((entry) => {
    if (entry.startsWith('*.')) return hostname.endsWith(entry.slice(1));
    return entry === host || entry === hostname;
  });
}

async function addressOf({ hostname }: URL): Promise<{ address: string; family: number } | undefined> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(bare);
  if (literal !== 0)
    return never.check(bare, `ipv${literal}` as 'ipv4') ? undefined : { address: bare, family: literal };
  const found = await lookup(bare, { all: true });
  const kind = (family: number) => (family === 6 ? 'ipv6' : 'ipv4');
  const named = bare === 'localhost';
  return found.find(
    ({ address, family }) => !never.check(address, kind(family)) && (named || !inside.check(address, kind(family))),
  );
}

function send(
  { maxBytes = 1_048_576 }: HttpCallerOptions,
  call: HttpCall,
  url: URL,
  { address, family }: { address: string; family: number },
  credential: Readonly<Record<string, string>>,
): Promise<CallOutcome> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = {
    accept: 'application/json, text/*;q=0.5',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
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
        // The connection goes to the address that was judged, whatever the name says by now.
        lookup: (_, __, done) => (done as (...args: unknown[]) => void)(null, [{ address, family }]),
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
  if (!/\bjson\b/.test(type ?? '')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
