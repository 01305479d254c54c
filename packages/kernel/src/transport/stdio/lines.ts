const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines. A line may arrive in any number of chunks and is joined once, so that a long one costs
 * linear time; one that exceeds the limit is reported once and skipped without being kept.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (text: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(maxBytes: number, onLine: (text: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The stream ended: what is left is a line too, because `printf` writes no newline. */
  end(): void {
    this.#endLine();
  }

  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size > this.#maxBytes) {
      this.#forget();
      this.#skipping = true;
      this.#onTooLong();
    } else this.#parts.push(part);
  }

  #endLine(): void {
    const [first] = this.#parts;
    const line = this.#parts.length > 1 ? Buffer.concat(this.#parts, this.#size) : first;
    this.#forget();
    this.#skipping = false;
    if (line === undefined) return;
    const length = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
    const text = line.toString('utf8', 0, length);
    if (text.trim() !== '') this.#onLine(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  }

  #forget(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
