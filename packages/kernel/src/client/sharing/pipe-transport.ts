import type { Duplex } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import type { Excess } from '../../untrusted/json/json-gauge.js';
import { isNewsByHead, jsonRpcMessages, requestIdAtEdges } from '../link/json-rpc.js';
import { LineSplitter } from '../stdio/line-splitter.js';

/** JSON lines over a byte stream that somebody else has opened, such as a local socket. Its end is the end of the transport. */
export class PipeTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onrefused?: (id: RequestId | undefined, excess: Excess) => void;
  readonly #open: () => Promise<Duplex>;
  readonly #maxMessageBytes: number;
  #stream: Duplex | undefined;

  constructor(open: () => Promise<Duplex>, maxMessageBytes: number) {
    this.#open = open;
    this.#maxMessageBytes = maxMessageBytes;
  }

  async start(): Promise<void> {
    if (this.#stream !== undefined) return;
    const stream = await this.#open();
    this.#stream = stream;
    const splitter = new LineSplitter(
      {
        line: (text) => this.#receive(text),
        refused: (line) => isNewsByHead(line.head) || this.onrefused?.(requestIdAtEdges(line), line.excess),
      },
      this.#maxMessageBytes,
    );
    stream.on('data', (chunk: Buffer) => splitter.push(chunk));
    stream.on('error', () => undefined); // What follows is its close, which everybody hears of.
    stream.once('close', () => this.onclose?.());
    stream.once('end', () => stream.destroy());
    stream.resume(); // Whoever opened it may have paused it, after words of its own.
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stream = this.#stream;
    if (stream === undefined || !stream.writable) throw new Error('The stream has ended.');
    if (stream.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => {
      stream.once('drain', resolve).once('close', resolve);
    });
  }

  async close(): Promise<void> {
    this.#stream?.destroy();
  }

  #receive(text: string): void {
    for (const message of jsonRpcMessages(text) ?? []) this.onmessage?.(message);
  }
}
