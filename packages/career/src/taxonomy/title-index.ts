/**
 * The titles that ESCO and O*NET list for their occupations, as numbers: which words each title holds, of which occupation it
 * is, and which titles hold a word. A file of arrays is read in a moment; splitting sixty thousand titles takes a second.
 *
 * File: three lengths (of the text, of the titles, of all their words; uint32), then per title its occupation and its number
 * of words, then the words of all titles (all uint16, little-endian), then the text: words and occupations as JSON.
 */
export interface Occupation {
  readonly uri: string;
  readonly title: string;
}

export interface ListedTitle {
  readonly occupation: number;
  readonly words: readonly string[];
}

const lengthsAt = 12;

export class TitleIndex {
  readonly occupations: readonly Occupation[];
  readonly #words: readonly string[];
  readonly #numberOf: ReadonlyMap<string, number>;
  readonly #occupationOf: Uint16Array;
  readonly #startOf: Uint32Array;
  readonly #wordsOf: Uint16Array;
  /** Titles by word: those of a word begin at its place in `#begin`. */
  readonly #titles: Uint32Array;
  readonly #begin: Uint32Array;

  constructor(bytes: Uint8Array) {
    const buffer = bytes.slice().buffer;
    const [textLength = 0, count = 0, total = 0] = new Uint32Array(buffer, 0, 3);
    this.#occupationOf = new Uint16Array(buffer, lengthsAt, count);
    this.#startOf = startsOf(new Uint16Array(buffer, lengthsAt + 2 * count, count));
    this.#wordsOf = new Uint16Array(buffer, lengthsAt + 4 * count, total);
    const text = new TextDecoder().decode(new Uint8Array(buffer, lengthsAt + 4 * count + 2 * total, textLength));
    const { words, occupations } = JSON.parse(text) as { words: string[]; occupations: [string, string][] };
    this.#words = words;
    this.#numberOf = new Map(words.map((word, at) => [word, at]));
    this.occupations = occupations.map(([uri, title]) => ({ uri, title }));
    [this.#begin, this.#titles] = this.#inverted();
  }

  #inverted(): [Uint32Array, Uint32Array] {
    const counts = new Uint16Array(this.#words.length);
    for (const word of this.#wordsOf) counts[word] = (counts[word] ?? 0) + 1;
    const begin = startsOf(counts);
    const next = begin.slice();
    const titles = new Uint32Array(this.#wordsOf.length);
    for (let title = 0; title < this.size; title++)
      for (let at = this.#startOf[title] ?? 0; at < (this.#startOf[title + 1] ?? 0); at++) {
        const word = this.#wordsOf[at] ?? 0;
        const place = next[word] ?? 0;
        titles[place] = title;
        next[word] = place + 1;
      }
    return [begin, titles];
  }

  get size(): number {
    return this.#occupationOf.length;
  }

  /** The titles that hold a word, in order. */
  holding(word: string): Uint32Array {
    const number = this.#numberOf.get(word);
    return number === undefined
      ? this.#titles.subarray(0, 0)
      : this.#titles.subarray(this.#begin[number], this.#begin[number + 1]);
  }

  title(at: number): ListedTitle {
    const words = this.#wordsOf.subarray(this.#startOf[at], this.#startOf[at + 1]);
    return { occupation: this.#occupationOf[at] ?? 0, words: Array.from(words, (word) => this.#words[word] ?? '') };
  }
}

function startsOf(sizes: Uint16Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let at = 0; at < sizes.length; at++) starts[at + 1] = (starts[at] ?? 0) + (sizes[at] ?? 0);
  return starts;
}

/** The file of such an index. */
export function titleIndexFile(occupations: readonly Occupation[], titles: readonly ListedTitle[]): Uint8Array {
  const words = [...new Set(titles.flatMap((title) => title.words))];
  const numberOf = new Map(words.map((word, at) => [word, at]));
  const listed = occupations.map(({ uri, title }) => [uri, title]);
  const text = Buffer.from(JSON.stringify({ words, occupations: listed }));
  const numbers = [
    ...titles.map(({ occupation }) => occupation),
    ...titles.map((title) => title.words.length),
    ...titles.flatMap((title) => title.words.map((word) => numberOf.get(word) ?? 0)),
  ];
  if (words.length > 0xffff || occupations.length > 0xffff) throw new Error('Two bytes are too few for a number.');
  const lengths = Uint32Array.of(text.length, titles.length, numbers.length - 2 * titles.length);
  return Buffer.concat([Buffer.from(lengths.buffer), Buffer.from(Uint16Array.from(numbers).buffer), text]);
}
