/**
 * Verified atoms turned inside out: which atoms hold a word, name a concept (or a kind of it), are spelled alike. Ten
 * thousand atoms are then scored against a requirement by walking a few short lists instead of every pair.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import { byteOrder } from '../domain/text.js';
import { contentWords, foldedText } from '../domain/words.js';
import type { TaxonomyTable } from '../taxonomy/table.js';
import type { ConceptBook } from './concepts.js';
import { SpellingIndex } from './spelling-index.js';
import type { Thing } from './things.js';

/** How far below the asked concept the atom's own concept is, and the words that name it there. */
interface ConceptPosting {
  readonly atom: number;
  readonly steps: number;
  readonly concept: string;
  readonly words: string;
}

/** Each step up from a kind to the broader thing costs a little certainty. */
export const stepCredit = 0.9;

export class AtomIndex {
  readonly ids: readonly string[];
  /** Whole claims and titles: the same words answer a requirement even where none of them is telling. */
  readonly #sayings = new Map<string, number[]>();
  readonly #words = new Map<string, number[]>();
  readonly #concepts = new Map<string, Map<number, ConceptPosting>>();
  readonly #spelling: SpellingIndex;
  readonly #table: TaxonomyTable;
  /** Words until somebody asks what the atom means, then its vector: most atoms are never asked. */
  readonly #meanings: (readonly string[] | Float32Array)[] = [];
  /** Which atoms were seen last in which round, so that nobody has to allocate sets. */
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(atoms: readonly ExperienceAtom[], book: ConceptBook, table: TaxonomyTable) {
    const verified = atoms.filter((atom) => atom.verified).sort((a, b) => byteOrder(a.atom_id, b.atom_id));
    this.ids = verified.map((atom) => atom.atom_id);
    this.#table = table;
    this.#spelling = new SpellingIndex(verified.length);
    this.#seen = new Uint32Array(verified.length);
    for (const [at, atom] of verified.entries()) this.#add(at, atom, book);
  }

  #add(atom: number, { title, claim, tags }: ExperienceAtom, book: ConceptBook): void {
    const text = [title, claim, tags.join(' ')].join(' ; ');
    const words = contentWords(text);
    for (const saying of new Set([foldedText(title), foldedText(claim)])) listIn(this.#sayings, saying).push(atom);
    for (const word of new Set(words)) listIn(this.#words, word).push(atom);
    this.#spelling.add(atom, words);
    this.#meanings.push(words);
    for (const use of book.usesIn(text)) {
      for (const [broader, steps] of book.upwards(use.concept)) {
        this.#addConcept(broader, { atom, steps, concept: use.concept, words: use.words.join(' ') });
      }
    }
  }

  #addConcept(broader: string, posting: ConceptPosting): void {
    const postings = this.#concepts.get(broader) ?? new Map<number, ConceptPosting>();
    this.#concepts.set(broader, postings);
    const known = postings.get(posting.atom);
    if (known === undefined || posting.steps < known.steps) postings.set(posting.atom, posting);
  }

  /** The atoms that say just this. */
  saying(text: string): readonly number[] {
    return this.#sayings.get(foldedText(text)) ?? [];
  }

  /** Adds `weight · credit` of the thing to each atom that gives evidence for it. */
  addCoverage(thing: Thing, into: Float64Array): void {
    this.#round += 1;
    for (const atom of this.#atomsSpelling(thing)) {
      this.#seen[atom] = this.#round;
      into[atom] = (into[atom] ?? 0) + thing.weight;
    }
    for (const { atom, steps } of this.#conceptPostings(thing)) {
      if (this.#seen[atom] !== this.#round) into[atom] = (into[atom] ?? 0) + thing.weight * stepCredit ** steps;
    }
  }

  #conceptPostings(thing: Thing): Iterable<ConceptPosting> {
    return thing.concept === undefined ? [] : (this.#concepts.get(thing.concept)?.values() ?? []);
  }

  #atomsSpelling({ stems }: Thing): readonly number[] {
    const [first = [], ...others] = stems.map((stem) => this.#words.get(stem) ?? []);
    return others.reduce((atoms, list) => {
      const held = new Set(list);
      return atoms.filter((atom) => held.has(atom));
    }, first);
  }

  /** How this atom names the thing's concept, when it does. */
  conceptNaming(thing: Thing, atom: number): ConceptPosting | undefined {
    return thing.concept === undefined ? undefined : this.#concepts.get(thing.concept)?.get(atom);
  }

  spells(thing: Thing, atom: number): boolean {
    return this.#atomsSpelling(thing).includes(atom);
  }

  addSpelling(words: readonly string[], into: Float64Array): void {
    this.#spelling.addTo(words, into);
  }

  meaning(vector: Float32Array, atom: number): number {
    const own = this.#vectorOf(atom);
    let sum = 0;
    for (let i = 0; i < own.length; i++) sum += (vector[i] ?? 0) * (own[i] ?? 0);
    // Vectors of length one in single precision: the cosine of equal ones may come out just above 1.
    return Math.min(1, Math.max(0, sum));
  }

  #vectorOf(atom: number): Float32Array {
    const known = this.#meanings[atom] ?? [];
    if (known instanceof Float32Array) return known;
    const vector = this.#table.embedWords(known);
    this.#meanings[atom] = vector;
    return vector;
  }
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}
