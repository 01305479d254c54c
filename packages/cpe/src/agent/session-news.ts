import type { TextBlock } from './dialog.js';
import { oneLine } from './one-line.js';

/** More than these nobody reads, and a server may say as much as it likes. */
const MOST_LINES = 50;

/**
 * What happened at servers while nobody asked: the person is told at once, the model with the next question. Each line is told
 * once, however often its reason comes, until the model has heard it.
 */
export class SessionNews {
  readonly #tell: (line: string) => void;
  #lines: readonly string[] = [];
  #more = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  readonly add = (words: string): void => {
    const line = oneLine(words);
    if (this.#lines.includes(line)) return;
    if (this.#lines.length < MOST_LINES) this.#lines = [...this.#lines, line];
    else this.#more += 1;
    this.#tell(line);
  };

  /** What the model has not heard yet, to put before a question. It is told again until `heard` says that it got there. */
  waiting(): { readonly blocks: readonly TextBlock[]; heard(): void } {
    const told = this.#lines;
    const left = this.#more;
    const heard = (): void => {
      this.#lines = this.#lines.filter((line) => !told.includes(line));
      this.#more -= left;
    };
    const lines = left === 0 ? told : [...told, `and ${left} more`];
    if (lines.length === 0) return { blocks: [], heard };
    const text = `[Meanwhile, as the servers say:\n${lines.map((line) => `- ${line}`).join('\n')}]`;
    return { blocks: [{ type: 'text', text }], heard };
  }
}
