/** Text that is produced while it is sent. */
export class TextStream {
  readonly chunks: AsyncIterable<string>;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}
