/**
 * Markdown for a terminal, while it is being written: a line appears as it comes, and when it is complete it is drawn again
 * in its form. Lines whose place on the screen is not known for sure are left as they are.
 */
import type { colors as allColors } from '@quadrivium/kernel/shell';

type Colors = typeof allColors;

export interface MarkdownSetup {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly colors: Colors;
}

/** A line that has left the screen cannot be drawn again. */
const MOST_ROWS = 12;

export class MarkdownWriter {
  readonly #setup: MarkdownSetup;
  #line = '';
  #inCode = false;

  constructor(setup: MarkdownSetup) {
    this.#setup = setup;
  }

  readonly push = (text: string): void => {
    const [first = '', ...rest] = text.split('\n');
    this.#grow(first);
    for (const line of rest) {
      this.#finish();
      this.#grow(line);
    }
  };

  #grow(text: string): void {
    this.#line += text;
    if (text !== '') this.#setup.write(text);
  }

  #finish(): void {
    const line = this.#line;
    this.#line = '';
    const { write, columns, colors } = this.#setup;
    const drawn = this.#form(line, colors);
    const rows = Math.max(1, Math.ceil(line.length / Math.max(1, columns())));
    if (drawn === line || rows > MOST_ROWS || /[^\u0020-\u024f\u2010-\u2026]/.test(line)) write('\n');
    else write(`${rows > 1 ? `\u001b[${rows - 1}A` : ''}\r\u001b[0J${drawn}\n`);
  }

  #form(line: string, colors: Colors): string {
    if (/^\s*(```|~~~)/.test(line)) {
      this.#inCode = !this.#inCode;
      return colors.dim(line);
    }
    if (this.#inCode) return colors.cyan(line);
    return formOf(line, colors);
  }
}

/** One line outside of code. */
export function formOf(line: string, colors: Colors): string {
  const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? [];
  if (heading !== undefined) return colors.bold(inline(heading, colors));
  const [, quote] = /^>\s?(.*)$/.exec(line) ?? [];
  if (quote !== undefined) return `${colors.dim('│')} ${inline(quote, colors)}`;
  const [, indent, item] = /^(\s*)[-*+]\s+(.*)$/.exec(line) ?? [];
  if (item !== undefined) return `${indent}• ${inline(item, colors)}`;
  return inline(line, colors);
}

function inline(text: string, colors: Colors): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`.+`$/.test(part)
        ? colors.cyan(part.slice(1, -1))
        : part
            .replace(/\*\*([^*]+)\*\*/g, (_, words: string) => colors.bold(words))
            .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, (_, words: string) => colors.italic(words))
            .replace(
              /\[([^\]]+)\]\((\S+?)\)/g,
              (_, words: string, url: string) => `${words} (${colors.underline(url)})`,
            ),
    )
    .join('');
}
