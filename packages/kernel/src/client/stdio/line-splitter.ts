import { EDGE_CHARS } from '../link/json-rpc.js';

const NEWLINE = 0x0a;

export interface LineSink {
  line(text: string): void;
  /** A line longer than the limit was thrown away; its first and last bytes are kept so that its request can fail. */
  oversized(line: { readonly head: string; readonly tail: string; readonly bytes: number }): void;
}

/**
 * Cuts a byte stream into lines, in time linear in the bytes received: parts of an unfinished line are kept as they came
 * and joined once. A line over `maxBytes` is skipped, not fatal, so one huge answer never costs the connection.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head: string | undefined;
  #tail = '';

  constructor(sink: LineSink, maxBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#head !== undefined) {
      this.#tail = `${this.#tail}${part.subarray(-EDGE_CHARS).toString('latin1')}`.slice(-EDGE_CHARS);
      return;
    }
    this.#parts.push(part);
    if (this.#bytes > this.#maxBytes) this.#discard();
  }

  #discard(): void {
    const whole = Buffer.concat(this.#parts);
    this.#head = whole.toString('latin1', 0, EDGE_CHARS);
    this.#tail = whole.subarray(-EDGE_CHARS).toString('latin1');
    this.#parts = [];
  }

  #finish(): void {
    if (this.#head !== undefined) this.#sink.oversized({ head: this.#head, tail: this.#tail, bytes: this.#bytes });
    else if (this.#bytes > 0) this.#sink.line(this.#text());
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
  }

  #text(): string {
    const [only] = this.#parts;
    const whole = only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
    return whole.toString('utf8');
  }
}
