/** Cuts a byte stream into lines; tells when a line grows beyond the limit instead of keeping it. */
export class FrameSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this chunk completes; undefined when one is too long. */
  push(chunk: Buffer): string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      if (this.#bytes > this.#maxBytes) return undefined;
      lines.push(Buffer.concat(this.#parts).toString('utf8'));
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    return this.#bytes > this.#maxBytes ? undefined : lines;
  }

  #keep(piece: Buffer): void {
    this.#parts.push(piece);
    this.#bytes += piece.length;
  }
}
