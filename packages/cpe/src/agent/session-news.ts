import { oneLine } from './one-line.js';

/** More than these nobody reads, and a server may say as much as it likes. */
const MOST_LINES = 50;

/**
 * What happened at servers while nobody asked: the person is told at once, the model with the next question. Each line is told
 * once, however often its reason comes, until the model has heard it.
 */
export class SessionNews {
  readonly #tell: (line: string) => void;
  #lines: string[] = [];
  #more = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  readonly add = (words: string): void => {
    const line = oneLine(words);
    if (this.#lines.includes(line)) return;
    if (this.#lines.length < MOST_LINES) this.#lines.push(line);
    else this.#more += 1;
    this.#tell(line);
  };

  /** What the model has not heard yet, as a text to put before the question; from then on it has. */
  take(): string | undefined {
    const lines = this.#more === 0 ? this.#lines : [...this.#lines, `and ${this.#more} more`];
    this.#lines = [];
    this.#more = 0;
    if (lines.length === 0) return undefined;
    return `[Meanwhile, as the servers say:\n${lines.map((line) => `- ${line}`).join('\n')}]`;
  }
}
