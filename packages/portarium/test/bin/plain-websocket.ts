import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** Just enough of RFC 6455 to send and receive text with an Authorization header, which browsers' clients cannot. */
export async function plainWebSocket(url: string, headers: Readonly<Record<string, string>>) {
  const socket = await upgraded(url, headers);
  let buffered = Buffer.alloc(0);
  const messages: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (let frame = frameOf(buffered); frame !== undefined; frame = frameOf(buffered)) {
      buffered = buffered.subarray(frame.size);
      const next = waiting.shift();
      if (next === undefined) messages.push(frame.text);
      else next(frame.text);
    }
  });
  return {
    send: (text: string) => socket.write(masked(Buffer.from(text))),
    receive: (): Promise<string> => {
      const ready = messages.shift();
      return ready === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(ready);
    },
    closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  };
}

function upgraded(url: string, headers: Readonly<Record<string, string>>): Promise<Duplex> {
  const asked = request(url, {
    headers: {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'mcp',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  return new Promise((resolve, reject) => {
    asked.once('upgrade', (_, socket) => resolve(socket));
    asked.once('response', ({ statusCode }) => reject(new Error(`answered ${statusCode}`)));
    asked.once('error', reject);
    asked.end();
  });
}

function masked(payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const head = Buffer.alloc(4);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

/** The first whole frame; servers do not mask. */
function frameOf(bytes: Buffer): { readonly text: string; readonly size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  return { text: bytes.toString('utf8', head, head + length), size: head + length };
}
