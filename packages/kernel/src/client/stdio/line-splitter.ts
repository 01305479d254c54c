import { type Excess, excessOf } from '../../untrusted/json/json-gauge.js';
import { EDGE_CHARS } from '../link/json-rpc.js';

const NEWLINE = 0x0a;

export interface LineSink {
  line(text: string): void;
  /** A line beyond a bound was thrown away; its first and last bytes are kept so that its request can fail. */
  refused(line: { readonly head: string; readonly tail: string; readonly excess: Excess }): void;
}

/**
 * Cuts a byte stream into lines, in time linear in the bytes received: parts of an unfinished line are kept as they came
 * and joined once. A line beyond the bounds is skipped, not fatal, so one huge answer never costs the connection.
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
    const { head, tail } = edgesOf(Buffer.concat(this.#parts));
    this.#head = head;
    this.#tail = tail;
    this.#parts = [];
  }

  #finish(): void {
    if (this.#head !== undefined) {
      const excess = { bound: 'bytes', limit: this.#maxBytes } as const;
      this.#sink.refused({ head: this.#head, tail: this.#tail, excess });
    } else if (this.#bytes > 0) this.#deliver();
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
  }

  #deliver(): void {
    const [only] = this.#parts;
    const whole = only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
    const excess = excessOf(whole);
    if (excess === undefined) this.#sink.line(whole.toString('utf8'));
    else this.#sink.refused({ ...edgesOf(whole), excess });
  }
}

function edgesOf(line: Buffer): { readonly head: string; readonly tail: string } {
  return { head: line.toString('latin1', 0, EDGE_CHARS), tail: line.subarray(-EDGE_CHARS).toString('latin1') };
}
