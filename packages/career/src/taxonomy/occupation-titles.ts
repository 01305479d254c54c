/**
 * How alike two job titles are. Titles are seldom worded alike, so each is first placed among the titles that ESCO and O*NET
 * list for their occupations; two titles near the same occupations are near each other. Shared words (weighted by how rare
 * they are) and the vectors of the taxonomy table stand beside that.
 */
import { contentWords } from '../domain/words.js';
import type { TaxonomyTable } from './table.js';
import type { Occupation, TitleIndex } from './title-index.js';

export interface NearOccupation extends Occupation {
  readonly likeness: number;
}

const nearest = 12;
const weights = { vectors: 0.35, words: 0.3, occupations: 0.35 } as const;

/** Ranks and brackets say nothing of the job. */
const rank =
  /\b(?:senior|junior|lead|principal|head|chief|trainee|apprentice|graduate|assistant|deputy|interim|m\/f\/d|m\/w\/d|w\/m\/d|h\/m|m\/f|ii|iii|iv)\b|[()*]/gi;
/** Nor do the small words between its names, of which foreign ones look rare among English titles. */
const small =
  /(?<!\p{L})(?:de|del|do|da|dos|das|la|el|los|las|y|e|en|em|para|und|für|im|in|der|die|des|bei|zum|zur)(?!\p{L})/giu;
const bare = (title: string) => title.replace(rank, ' ').replace(small, ' ').replace(/\s+/g, ' ').trim();

export class OccupationTitles {
  readonly #index: TitleIndex;
  readonly #table: TaxonomyTable;

  constructor(index: TitleIndex, table: TaxonomyTable) {
    this.#index = index;
    this.#table = table;
  }

  #rarity(word: string): number {
    return Math.log(1 + this.#index.size / (1 + this.#index.holding(word).length));
  }

  #length(words: readonly string[]): number {
    return Math.sqrt(words.reduce((sum, word) => sum + this.#rarity(word) ** 2, 0)) || 1;
  }

  /** The occupations whose listed titles are most like a title, best first. */
  near(title: string, count = nearest): NearOccupation[] {
    return [...this.#profile(title)].slice(0, count).flatMap(([at, likeness]) => {
      const occupation = this.#index.occupations[at];
      return occupation === undefined ? [] : [{ ...occupation, likeness }];
    });
  }

  readonly #profiles = new Map<string, ReadonlyMap<number, number>>();

  #profile(title: string): ReadonlyMap<number, number> {
    const known = this.#profiles.get(title);
    if (known) return known;
    const words = [...new Set(contentWords(bare(title)))];
    const scores = new Map<number, number>();
    for (const word of words) {
      const gain = this.#rarity(word) ** 2;
      for (const label of this.#index.holding(word)) scores.set(label, (scores.get(label) ?? 0) + gain);
    }
    const length = this.#length(words);
    const best = new Map<number, number>();
    for (const [at, score] of scores) {
      const label = this.#index.title(at);
      const likeness = score / (length * this.#length(label.words));
      if (likeness > (best.get(label.occupation) ?? 0)) best.set(label.occupation, likeness);
    }
    const profile = new Map([...best].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, nearest));
    if (this.#profiles.size > 2000) this.#profiles.clear();
    this.#profiles.set(title, profile);
    return profile;
  }

  /** From 0 for nothing in common to 1 for the same. */
  likeness(one: string, other: string): number {
    const [a, b] = [one, other].map(bare) as [string, string];
    if (a.toLowerCase() === b.toLowerCase()) return 1;
    const parts =
      weights.vectors * Math.max(0, dot(this.#table.embed(a), this.#table.embed(b))) +
      weights.words * this.#shared(contentWords(a), contentWords(b)) +
      weights.occupations * cosine(this.#profile(one), this.#profile(other));
    return Math.min(1, Math.max(0, parts));
  }

  #shared(a: readonly string[], b: readonly string[]): number {
    const [one, other] = [[...new Set(a)], new Set(b)];
    const shared = one.filter((word) => other.has(word)).reduce((sum, word) => sum + this.#rarity(word) ** 2, 0);
    return shared / (this.#length(one) * this.#length([...other]));
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function cosine(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  const length = (map: ReadonlyMap<number, number>) =>
    Math.sqrt([...map.values()].reduce((sum, one) => sum + one * one, 0)) || 1;
  let sum = 0;
  for (const [key, value] of a) sum += value * (b.get(key) ?? 0);
  return sum / (length(a) * length(b));
}
