/**
 * Which atoms are spelled like a text. Atoms are made of words and many atoms share their words, so runs of letters are
 * compared once per word of the vocabulary and then counted for every atom that holds the word. All sums are of whole
 * numbers, so their order cannot change them.
 */
import { characterGrams } from './character-grams.js';

interface SpelledWord {
  /** Gram numbers and how often each occurs, alternating. */
  readonly grams: readonly number[];
  /** Atoms that hold the word, once per occurrence. */
  readonly atoms: number[];
}

export class SpellingIndex {
  readonly #words: SpelledWord[] = [];
  readonly #wordIds = new Map<string, number>();
  readonly #gramIds = new Map<string, number>();
  /** Per gram: word numbers and how often it occurs in each, alternating. */
  readonly #wordsWith: number[][] = [];
  readonly #norms: Float64Array;
  /** Scratch, all zero between calls. */
  #counts = new Float64Array(1024);
  #likeness = new Float64Array(1024);

  constructor(atomCount: number) {
    this.#norms = new Float64Array(atomCount);
  }

  add(atom: number, words: readonly string[]): void {
    const found = words.map((word) => this.#word(word));
    for (const { atoms } of found) atoms.push(atom);
    this.#norms[atom] = Math.sqrt(this.#squares(found));
  }

  /** The squared length of the sum of the words' gram counts: each count grows by its increments, (a + b)² at a time. */
  #squares(words: readonly SpelledWord[]): number {
    if (this.#counts.length < this.#gramIds.size) this.#counts = new Float64Array(2 * this.#gramIds.size);
    const counts = this.#counts;
    let squares = 0;
    for (const { grams } of words) {
      for (let at = 0; at < grams.length; at += 2) {
        const [gram = 0, more = 0] = [grams[at], grams[at + 1]];
        const before = counts[gram] ?? 0;
        squares += more * (2 * before + more);
        counts[gram] = before + more;
      }
    }
    for (const { grams } of words) for (let at = 0; at < grams.length; at += 2) counts[grams[at] ?? 0] = 0;
    return squares;
  }

  #word(text: string): SpelledWord {
    const known = this.#wordIds.get(text);
    if (known !== undefined) return this.#words[known] as SpelledWord;
    const id = this.#words.length;
    const grams: number[] = [];
    for (const [gram, count] of characterGrams([text]).counts) {
      const gramId = this.#gramIds.get(gram) ?? this.#newGram(gram);
      grams.push(gramId, count);
      this.#wordsWith[gramId]?.push(id, count);
    }
    const word = { grams, atoms: [] };
    this.#words.push(word);
    this.#wordIds.set(text, id);
    return word;
  }

  #newGram(gram: string): number {
    const id = this.#wordsWith.length;
    this.#wordsWith.push([]);
    this.#gramIds.set(gram, id);
    return id;
  }

  /** Writes the cosine of each atom's spelling into an array of zeros. */
  addTo(words: readonly string[], into: Float64Array): void {
    const { counts, norm } = characterGrams(words);
    for (const [id, likeness] of this.#wordsLike(counts)) {
      for (const atom of this.#words[id]?.atoms ?? []) into[atom] = (into[atom] ?? 0) + likeness;
    }
    for (let atom = 0; atom < into.length; atom++) {
      const sum = into[atom] ?? 0;
      if (sum > 0) into[atom] = sum / (norm * (this.#norms[atom] ?? 1));
    }
  }

  #wordsLike(counts: ReadonlyMap<string, number>): [number, number][] {
    if (this.#likeness.length < this.#words.length) this.#likeness = new Float64Array(2 * this.#words.length);
    const likeness = this.#likeness;
    const touched: number[] = [];
    for (const [gram, count] of counts) {
      const list = this.#wordsWith[this.#gramIds.get(gram) ?? -1] ?? [];
      for (let at = 0; at < list.length; at += 2) {
        const word = list[at] ?? 0;
        if (likeness[word] === 0) touched.push(word);
        likeness[word] = (likeness[word] ?? 0) + count * (list[at + 1] ?? 0);
      }
    }
    return touched.map((word) => {
      const found = likeness[word] ?? 0;
      likeness[word] = 0;
      return [word, found];
    });
  }
}
