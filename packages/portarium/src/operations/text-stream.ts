/** Text that is produced while it is sent. */
export class TextStream {
  /** Bytes where the same text goes to many: it is spelled once. */
  readonly chunks: AsyncIterable<string | Buffer>;

  constructor(chunks: AsyncIterable<string | Buffer>) {
    this.chunks = chunks;
  }
}
