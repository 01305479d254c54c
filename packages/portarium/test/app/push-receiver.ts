/**
 * A push service and the browsers behind it, on this machine: takes messages over https, refuses what is not signed for it
 * (RFC 8292) and opens what is encrypted for one of its browsers (RFC 8291, RFC 8188), with the primitives of Node alone.
 */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../../kernel/test/http/self-signed.js';

export interface Pushed {
  readonly browser: string;
  readonly headers: IncomingMessage['headers'];
  /** What the token says, once its signature was found good. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The key that the sender says is its own. */
  readonly key: string;
  readonly notice: Readonly<Record<string, string>>;
  readonly bytes: number;
}

interface Browser {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

export interface PushReceiver {
  /** What programs must trust to reach it. */
  readonly cert: string;
  readonly origin: string;
  readonly host: string;
  readonly pushed: readonly Pushed[];
  /** What its answers say beside their status, by the browser they are for. */
  readonly headers: Record<string, Readonly<Record<string, string>>>;
  /** A subscription as a browser gives it. */
  subscribe(browser: string): { readonly endpoint: string; readonly keys: Readonly<Record<'p256dh' | 'auth', string>> };
  close(): void;
}

/** `answer` says with which status a message is taken; nothing keeps the sender waiting. */
export async function pushReceiver(answer: (message: Pushed) => number | undefined = () => 201): Promise<PushReceiver> {
  const { cert, key } = selfSigned('push.example');
  const browsers = new Map<string, Browser>();
  const pushed: Pushed[] = [];
  const headers: PushReceiver['headers'] = {};
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks = await request.toArray();
    try {
      const message = opened(browsers, origin, request, Buffer.concat(chunks));
      pushed.push(message);
      const status = answer(message);
      if (status !== undefined) response.writeHead(status, headers[message.browser]).end();
    } catch (error) {
      response.writeHead(403).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `https://${host}`;
  return {
    cert,
    origin,
    host,
    pushed,
    headers,
    subscribe(browser) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      browsers.set(browser, { pair, auth });
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint: `${origin}/push/${browser}`, keys };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function opened(browsers: Map<string, Browser>, origin: string, request: IncomingMessage, body: Buffer): Pushed {
  const name = request.url?.replace('/push/', '') ?? '';
  const browser = browsers.get(name);
  if (browser === undefined) throw new Error(`There is no browser ${name}.`);
  const { headers } = request;
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted as RFC 8188 has it.');
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const claims = verified(token, key, origin);
  const notice = JSON.parse(decrypted(browser, body).toString());
  return { browser: name, headers, claims, key, notice, bytes: body.length };
}

function verified(token: string, key: string, origin: string): Record<string, unknown> {
  const [head = '', said = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isGood = verify('sha256', Buffer.from(`${head}.${said}`), how, Buffer.from(signature, 'base64url'));
  const claims = JSON.parse(Buffer.from(said, 'base64url').toString());
  const seconds = Date.now() / 1000;
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  if (!isGood || alg !== 'ES256' || claims.aud !== origin) throw new Error('Not signed for this service.');
  // RFC 8292, section 2: no more than 24 hours.
  if (claims.exp < seconds || claims.exp > seconds + 86_400) throw new Error('The token is not of today.');
  return claims;
}

/** RFC 8291, section 3.4, with the one record that a message is. */
function decrypted({ pair, auth }: Browser, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + (body[20] ?? 0));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32);
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, bytes));
  const record = body.subarray(21 + senderKey.length);
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The record has no end.');
  return padded.subarray(0, end);
}
