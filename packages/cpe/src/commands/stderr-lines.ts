/** Puts the name of the server before each line that servers write to stderr, so that they can be told apart. */
export class StderrLines {
  readonly #write: (line: string) => void;
  readonly #rests = new Map<string, string>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  push(server: string, text: string): void {
    const lines = ((this.#rests.get(server) ?? '') + text).split('\n');
    this.#rests.set(server, lines.pop() ?? '');
    if (lines.length > 0) this.#write(lines.map((line) => `[${server}] ${line}\n`).join(''));
  }

  flush(): void {
    for (const [server, rest] of this.#rests) if (rest !== '') this.#write(`[${server}] ${rest}\n`);
    this.#rests.clear();
  }
}
