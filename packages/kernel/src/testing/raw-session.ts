import type { Readable, Writable } from 'node:stream';
import { isObject } from '../essentials/index.js';

import { LineReader } from '../transport/stdio/lines.js';

export type WireValue = Record<string, unknown>;

/** A conversation in raw lines: for tests about bytes, where a client library would be in the way. */
export class RawSession {
  readonly #input: Writable;
  readonly #received: unknown[] = [];
  readonly #waiting = new Set<() => void>();
  #ended = false;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    const lines = new LineReader(
      Number.POSITIVE_INFINITY,
      (line) => this.#keep(JSON.parse(line)),
      () => {},
    );
    output.on('data', (chunk: Buffer | string) => lines.push(Buffer.from(chunk)));
    output.once('close', () => this.#end());
    output.once('end', () => this.#end());
  }

  /** Everything that came so far, parsed, in order. */
  get received(): readonly unknown[] {
    return this.#received;
  }

  write(text: string | Buffer): boolean {
    return this.#input.write(text);
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  request(id: string | number, method: string, params?: object): Promise<WireValue> {
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.reply(id);
  }

  call(id: string | number, name: string, args: object = {}, meta?: object): Promise<WireValue> {
    return this.request(id, 'tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<WireValue> {
    const clientInfo = { name: 'raw', version: '0' };
    const reply = await this.request('init', 'initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return reply;
  }

  reply(id: string | number | null): Promise<WireValue> {
    return this.find(
      (message) => isObject(message) && !('method' in message) && message.id === id,
    ) as Promise<WireValue>;
  }

  /** The first message, past or future, that fits. Rejects when the other side ends without it. */
  async find(fits: (message: unknown) => boolean): Promise<unknown> {
    for (let at = 0; ; at += 1) {
      if (at > this.#received.length) at = 0;
      while (at === this.#received.length) await this.#more();
      if (fits(this.#received[at])) return this.#received[at];
    }
  }

  async #more(): Promise<void> {
    if (this.#ended) throw new Error(`The server ended without it. Received: ${JSON.stringify(this.#received)}`);
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Forgets what came so far, so that an id can be used again. */
  clear(): void {
    this.#received.length = 0;
  }

  end(): void {
    this.#input.end();
  }

  #keep(message: unknown): void {
    this.#received.push(message);
    this.#wake();
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
