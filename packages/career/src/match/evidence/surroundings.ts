import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import type { ReadStanding } from '../standing/standing-table.js';

export const evidenceV2Name = 'evidence_v2';

export interface Surroundings {
  readonly book: VocabularyBook;
  /** In which standing what a claim names is to the one who claims. */
  readonly standing: ReadStanding;
  readonly uriOf: (concept: string) => string | undefined;
  /** Likeness of two job titles, from 0 to 1. */
  readonly titles: (one: string, other: string) => number;
}
