/** Remembers the end of what a server wrote to stderr: usually the only explanation of why it stopped. */
export class StderrTail {
  readonly #maxChars: number;
  #text = '';

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  push(text: string): void {
    this.#text = (this.#text + text).slice(-this.#maxChars);
  }

  get text(): string {
    return this.#text.trimEnd();
  }
}
