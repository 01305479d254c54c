/**
 * Reads an object of plain values as JavaScript writes it, comments and escapes included, without running anything. The
 * compiler that code mode has gives no tree, and a value that only the program knows is none that could be given instead.
 */
import type { JsonObject } from '../../host/tool-host.js';

export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface PlainObject {
  readonly values: JsonObject;
  /** Where in the code the value of a key stands. */
  readonly places: ReadonlyMap<string, Place>;
}

const GAP = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TEXT = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|`(?:\\[\s\S]|\$(?!\{)|[^`\\$])*`/y;
const NUMBER = /([+-]?)\s*(0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)(?![\w$.])/iy;
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const ESCAPE = /\\(?:u\{(0*(?:10)?[\da-f]{1,4}|0*[\da-f]{5})\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi;
const MEANT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };
const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const EXCERPT_CHARS = 30;
/** Deeper than anybody writes, and far from where reading would end for lack of memory. */
const DEEPEST = 100;

/** The object whose brace opens at `from`; `refuse` makes the error for what is no plain value. */
export function readPlainObject(code: string, from: number, refuse: (reason: string) => Error): PlainObject {
  return new LiteralReader(code, from, refuse).object();
}

class LiteralReader {
  readonly #code: string;
  readonly #refuse: (reason: string) => Error;
  #at: number;
  #depth = 0;

  constructor(code: string, at: number, refuse: (reason: string) => Error) {
    this.#code = code;
    this.#at = at;
    this.#refuse = refuse;
  }

  object(): PlainObject {
    const entries: [string, unknown][] = [];
    const places = new Map<string, Place>();
    this.#list('{', '}', () => {
      const key = this.#key();
      const from = this.#at;
      entries.push([key, this.#value()]);
      places.set(key, { from, to: this.#at });
    });
    return { values: Object.fromEntries(entries), places };
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    this.#list('[', ']', () => items.push(this.#value()));
    return items;
  }

  /** With a comma behind the last item or without one. */
  #list(opening: string, closing: string, item: () => void): void {
    if (!this.#takes(opening)) throw this.#odd();
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#refuse('it is nested too deeply');
    while (!this.#takes(closing)) {
      item();
      if (this.#takes(',')) continue;
      if (!this.#takes(closing)) throw this.#odd();
      break;
    }
    this.#depth -= 1;
  }

  #key(): string {
    const start = this.#at;
    const text = this.#match(TEXT);
    const key = text === undefined ? (this.#match(WORD) ?? this.#match(NUMBER))?.[0] : textOf(text[0]);
    if (key !== undefined && this.#takes(':')) return key;
    this.#at = start;
    throw this.#odd();
  }

  #value(): unknown {
    const next = this.#code[this.#at];
    if (next === '{') return this.object().values;
    if (next === '[') return this.#array();
    const text = this.#match(TEXT);
    if (text !== undefined) return textOf(text[0]);
    const number = this.#match(NUMBER);
    if (number !== undefined) return numberOf(number[2] ?? '', number[1] === '-');
    const start = this.#at;
    const word = this.#match(WORD)?.[0] ?? '';
    if (CONSTANTS.has(word)) return CONSTANTS.get(word);
    this.#at = start;
    throw this.#odd();
  }

  #takes(sign: string): boolean {
    this.#match(GAP);
    if (this.#code[this.#at] !== sign) return false;
    this.#at += 1;
    this.#match(GAP);
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }

  #odd(): Error {
    const rest = this.#code.slice(this.#at, this.#at + EXCERPT_CHARS);
    if (rest === '') return this.#refuse('it does not end');
    return this.#refuse(`${(/^[\p{ID_Continue}$]+|^.+/u.exec(rest)?.[0] ?? rest).trim()} is no plain value`);
  }
}

function numberOf(digits: string, isNegative: boolean): number {
  const size = Number(digits.replaceAll('_', ''));
  return isNegative ? -size : size;
}

function textOf(literal: string): string {
  return literal.slice(1, -1).replace(ESCAPE, (_, point?: string, four?: string, two?: string, sign?: string) => {
    const code = point ?? four ?? two;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    // A line that ends with a backslash goes on in the next.
    return sign === undefined || /^[\r\n]/.test(sign) ? '' : (MEANT[sign] ?? sign);
  });
}
