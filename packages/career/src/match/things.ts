import { contentWords, rawWords } from '../domain/words.js';
import type { TaxonomyTable } from '../taxonomy/table.js';
import type { ConceptBook } from './concepts.js';

/** Something a requirement names: a concept of the book, or a single telling word. */
export interface Thing {
  readonly text: string;
  readonly concept?: string;
  readonly stems: readonly string[];
  readonly weight: number;
}

function weightOf(stems: readonly string[], table: TaxonomyTable): number {
  return stems.reduce((sum, stem) => sum + table.idf(stem), 0) / Math.sqrt(Math.max(1, stems.length));
}

export function thingsNamed(text: string, book: ConceptBook, table: TaxonomyTable): Thing[] {
  const uses = book.usesIn(text);
  const taken = new Set(uses.flatMap((use) => use.words.map((_, i) => use.at + i)));
  const rest = rawWords(text).filter((_, at) => !taken.has(at));
  const named = uses.map((use) => {
    const stems = contentWords(use.words.join(' '));
    return { text: use.words.join(' '), concept: use.concept, stems, weight: weightOf(stems, table) || 1 };
  });
  const single = [...new Set(rest)].flatMap((word) => {
    const [stem] = contentWords(word);
    return stem === undefined ? [] : [{ text: word, stems: [stem], weight: table.idf(stem) }];
  });
  return [...named, ...single];
}
