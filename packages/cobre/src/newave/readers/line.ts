/**
 * Text files of a deck as lines: Latin-1, or UTF-8 where an editor of today saved them so (an accent of two bytes would move all
 * columns behind it); either line end, an end-of-file mark of old editors at the back.
 */
import { Fault } from '@quadrivium/kernel/fault';

/** Where something was read; lines count from 1, and so do the records of binary files. */
export interface Origin {
  readonly file: string;
  readonly line: number;
}

export interface Line extends Origin {
  readonly text: string;
}

export interface DeckFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function linesOf({ name, bytes }: DeckFile): Line[] {
  const text = textOf(bytes);
  const lines = text.replaceAll('\u001a', '').split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((content, k) => ({ file: name, line: k + 1, text: content }));
}

/** Bytes of Latin-1 above ASCII are hardly ever valid UTF-8. The decoder drops the mark at the front that some editors write. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }
}

/** What stands in columns; a line that ends early has blanks there. */
export function columns({ text }: Line, start: number, end: number): string {
  return text.slice(start, end).trim();
}

export const isBlank = ({ text }: Line): boolean => text.trim() === '';

/** Three or four nines in the first field close a table; with numbers behind them they are a code or a year. */
export const isEndMark = ({ text }: Line): boolean => /^\s*9{3,4}(\s\D*)?$/.test(text);

/** Walks over the lines of a file. */
export class Cursor {
  readonly #lines: readonly Line[];
  readonly file: string;
  #next = 0;

  constructor(file: DeckFile, headers: number) {
    this.#lines = linesOf(file);
    this.file = file.name;
    this.skip(headers);
  }

  skip(count: number): void {
    this.#next += count;
  }

  get done(): boolean {
    return this.#next >= this.#lines.length;
  }

  peek(): Line | undefined {
    return this.#lines[this.#next];
  }

  next(): Line | undefined {
    return this.#lines[this.#next++];
  }

  /** The lines of a table, without its end mark; a table may also end with the file. */
  table(): Line[] {
    const taken: Line[] = [];
    for (let line = this.next(); line !== undefined && !isEndMark(line); line = this.next()) taken.push(line);
    return taken;
  }

  /** The same without blank lines, for tables in which they mean nothing. */
  records(): Line[] {
    return this.table().filter((line) => !isBlank(line));
  }

  need(expected: string): Line {
    const line = this.next();
    if (line !== undefined) return line;
    throw badLine({ file: this.file, line: this.#lines.length + 1, text: '' }, 0, expected);
  }
}

/** Columns are told as editors count them, from 1. */
export function badLine(line: Line, start: number, expected: string, end?: number): Fault<'ParseError'> {
  const found = end === undefined ? line.text.trim().slice(0, 60) : line.text.slice(start, end);
  const where = `${line.file}, line ${line.line}, column ${start + 1}`;
  const short = line.text.length <= start ? ` (the line has only ${line.text.length} characters)` : '';
  return new Fault('ParseError', `${where}: expected ${expected}, found '${found}'${short}`, {
    context: { file: line.file, line: line.line, column: start + 1, expected, found, detail: `expected ${expected}` },
    suggestion: `Correct ${line.file}; fields stand in fixed columns, and what is shifted by one is read wrongly.`,
  });
}

/** A binary file that cannot be taken apart, or a record of it (from 1) that makes no sense. */
export function badBytes(file: string, expected: string, found: string, record?: number): Fault<'ParseError'> {
  const where = record === undefined ? file : `${file}, record ${record}`;
  return new Fault('ParseError', `${where}: expected ${expected}, found ${found}`, {
    context: {
      ...{ file, line: record ?? null, column: null, expected, found },
      detail: `expected ${expected}, found ${found}`,
    },
    suggestion: `Copy ${file} again, in binary mode.`,
  });
}
