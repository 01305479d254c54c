import type { ParsedItem } from '../../domain/parsed-item.js';
import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import type { ClaimIndex } from '../claim-index.js';
import type { Credit } from '../credit/credit.js';
import type { ReadStanding } from '../standing/standing-table.js';

export interface Doubt {
  /** How often such a verdict was right. */
  readonly right: number;
  readonly why: string;
}

export interface Claimed {
  readonly item: ParsedItem;
  readonly credits: readonly Credit[];
  readonly coverage: number;
  readonly index: ClaimIndex;
  readonly book: VocabularyBook;
  readonly standing: ReadStanding;
}
