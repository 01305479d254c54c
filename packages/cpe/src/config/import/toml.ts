/**
 * Reads TOML as far as settings files use it: tables, arrays of tables, dotted and quoted keys, all strings, numbers,
 * booleans, arrays and inline tables. Dates are given as text. What is not understood is refused with its line.
 */
export type TomlTable = { [key: string]: unknown };

export function parseToml(text: string): TomlTable {
  return new TomlReader(text).read();
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
  e: '\u001b',
};

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n');
  }

  read(): TomlTable {
    const root: TomlTable = Object.create(null);
    let table = root;
    for (this.#skipLines(); this.#at < this.#text.length; this.#skipLines()) {
      if (this.#peek() === '[') table = this.#header(root);
      else this.#pair(table);
      this.#endOfLine();
    }
    return root;
  }

  #header(root: TomlTable): TomlTable {
    const isArray = this.#text.startsWith('[[', this.#at);
    this.#expect(isArray ? '[[' : '[');
    const path = this.#keyPath();
    this.#expect(isArray ? ']]' : ']');
    if (!isArray) return this.#descend(root, path);
    const parent = this.#descend(root, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    const table: TomlTable = Object.create(null);
    const earlier = parent[name] ?? [];
    if (!Array.isArray(earlier)) this.#fail(`${name} is no list`);
    parent[name] = [...(earlier as unknown[]), table];
    return table;
  }

  #descend(table: TomlTable, path: readonly string[]): TomlTable {
    return path.reduce((current, key) => {
      current[key] ??= Object.create(null);
      const next = current[key];
      const target: unknown = Array.isArray(next) ? next.at(-1) : next;
      if (typeof target !== 'object' || target === null) return this.#fail(`${key} is a value already`);
      return target as TomlTable;
    }, table);
  }

  #pair(table: TomlTable): void {
    const path = this.#keyPath();
    this.#spaces();
    this.#expect('=');
    const owner = this.#descend(table, path.slice(0, -1));
    const name = path.at(-1) ?? '';
    if (name in owner) this.#fail(`${name} is given twice`);
    owner[name] = this.#value();
  }

  #keyPath(): string[] {
    const path: string[] = [];
    do {
      this.#spaces();
      path.push(this.#key());
      this.#spaces();
    } while (this.#take('.'));
    return path;
  }

  #key(): string {
    if (this.#peek() === '"' || this.#peek() === "'") return this.#string();
    return this.#match(/[A-Za-z0-9_-]+/y) ?? this.#fail('a key is expected');
  }

  #value(): unknown {
    this.#spaces();
    const next = this.#peek();
    if (next === '"' || next === "'") return this.#string();
    if (next === '[') return this.#array();
    if (next === '{') return this.#inlineTable();
    const word = this.#match(/[^\s,\]}#]+/y) ?? this.#fail('a value is expected');
    return this.#scalar(word);
  }

  #scalar(word: string): unknown {
    if (word === 'true' || word === 'false') return word === 'true';
    if (/^\d{4}-\d\d-\d\d/.test(word) || /^\d\d:\d\d/.test(word)) return word;
    const number = Number(word.replaceAll('_', '').replace(/^\+/, ''));
    return Number.isNaN(number) ? this.#fail(`${word} is not a value`) : number;
  }

  #array(): unknown[] {
    this.#expect('[');
    const items: unknown[] = [];
    for (this.#skipLines(); !this.#take(']'); this.#skipLines()) {
      items.push(this.#value());
      this.#skipLines();
      if (!this.#take(',') && this.#peek() !== ']') this.#fail('a comma or ] is expected');
    }
    return items;
  }

  #inlineTable(): TomlTable {
    this.#expect('{');
    const table: TomlTable = Object.create(null);
    for (this.#skipLines(); !this.#take('}'); this.#skipLines()) {
      this.#pair(table);
      this.#skipLines();
      if (!this.#take(',') && this.#peek() !== '}') this.#fail('a comma or } is expected');
    }
    return table;
  }

  #string(): string {
    const quote = this.#peek() ?? '';
    if (this.#take(quote.repeat(3))) return this.#longString(quote);
    this.#expect(quote);
    const body = quote === '"' ? this.#match(/(?:[^"\\\n]|\\.)*/y) : this.#match(/[^'\n]*/y);
    this.#expect(quote);
    return quote === '"' ? this.#unescape(body ?? '') : (body ?? '');
  }

  #longString(quote: string): string {
    this.#take('\n');
    const body = quote === '"' ? this.#match(/(?:[^\\]|\\[\s\S])*?(?=""")/y) : this.#match(/[\s\S]*?(?=''')/y);
    this.#expect(quote.repeat(3));
    return quote === '"' ? this.#unescape((body ?? '').replace(/\\[ \t]*\n\s*/g, '')) : (body ?? '');
  }

  #unescape(body: string): string {
    return body.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g, (whole, short, long, letter) => {
      const code = (short ?? long) as string | undefined;
      return code === undefined
        ? (ESCAPES[letter as string] ?? whole)
        : String.fromCodePoint(Number.parseInt(code, 16));
    });
  }

  #endOfLine(): void {
    this.#match(/[ \t]*(#[^\n]*)?/y);
    if (this.#at < this.#text.length && !this.#take('\n')) this.#fail('the end of the line is expected');
  }

  /** White space, line ends and comments. */
  #skipLines(): void {
    this.#match(/(?:\s|#[^\n]*)*/y);
  }

  #spaces(): void {
    this.#match(/[ \t]*/y);
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) this.#fail(`${JSON.stringify(token)} is expected`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(reason: string): never {
    throw new SyntaxError(`line ${this.#text.slice(0, this.#at).split('\n').length}: ${reason}`);
  }
}
