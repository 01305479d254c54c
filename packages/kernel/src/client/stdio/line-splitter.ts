const NEWLINE = 0x0a;
/** Enough of a discarded line to find the request id at either end of it. */
const EDGE_BYTES = 512;

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
      this.#tail = `${this.#tail}${part.subarray(-EDGE_BYTES).toString('latin1')}`.slice(-EDGE_BYTES);
      return;
    }
    this.#parts.push(part);
    if (this.#bytes > this.#maxBytes) this.#discard();
  }

  #discard(): void {
    const whole = Buffer.concat(this.#parts);
    this.#head = whole.toString('latin1', 0, EDGE_BYTES);
    this.#tail = whole.subarray(-EDGE_BYTES).toString('latin1');
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

/** The request id of a JSON-RPC line of which only both ends were kept, when either end shows it. */
export function requestIdAtEdges(line: { readonly head: string; readonly tail: string }): string | number | undefined {
  const id = '("[^"]{1,128}"|-?\\d{1,15})';
  const atHead = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?"id"\\s*:\\s*${id}\\s*,`).exec(
    line.head,
  );
  const atTail = new RegExp(`,\\s*"id"\\s*:\\s*${id}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`).exec(
    line.tail,
  );
  const found = atHead?.[1] ?? atTail?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}
