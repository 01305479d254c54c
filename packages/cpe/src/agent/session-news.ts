/**
 * What happened at servers while nobody asked: the person is told at once, the model with the next question. Each line is told
 * once, however often its reason comes, until the model has heard it.
 */
export class SessionNews {
  readonly #tell: (line: string) => void;
  #lines: string[] = [];

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  readonly add = (line: string): void => {
    if (this.#lines.includes(line)) return;
    this.#lines.push(line);
    this.#tell(line);
  };

  /** What the model has not heard yet, as a text to put before the question; from then on it has. */
  take(): string | undefined {
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0) return undefined;
    return `[Meanwhile, as the servers say:\n${lines.map((line) => `- ${line}`).join('\n')}]`;
  }
}
