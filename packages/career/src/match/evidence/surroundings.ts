import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';

export const evidenceV2Name = 'evidence_v2';

export interface Surroundings {
  readonly book: VocabularyBook;
  readonly uriOf: (concept: string) => string | undefined;
  /** Likeness of two job titles, from 0 to 1. */
  readonly titles: (one: string, other: string) => number;
}
