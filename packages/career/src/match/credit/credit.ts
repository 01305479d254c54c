/** What a credit is, and how much of one each nearness earns: 1 for the very thing, less for what is only near. */
import type { NamedThing } from '../../domain/parsed-item.js';
import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import type { ClaimIndex, Naming } from '../claim-index.js';
import type { Evidence } from '../report.js';

/** At least this much counts as having it. */
export const enough = 0.8;

export const credits = {
  perStep: 0.05,
  related: 0.45,
  /** A sibling where the requirement says that one will do. */
  similar: 0.85,
  /** Shown by work of which it is a part. */
  byDoing: 0.9,
  /** The kind is said, and not which of it: "cloud" for AWS. */
  broader: 0.4,
  /** The profession is said, and not the speciality. */
  profession: 0.15,
  otherPaper: 0.1,
  withoutPaper: 0.5,
  lowerLevel: 0.55,
  lowerDegree: 0.45,
  /** An apprenticeship where a university is asked for, a school where an apprenticeship is. */
  otherSchool: 0.15,
  otherField: 0.15,
} as const;

export interface Credit {
  readonly credit: number;
  readonly atom: number;
  readonly evidence: Evidence;
}

export type Thing<Kind extends NamedThing['kind']> = Extract<NamedThing, { kind: Kind }>;

export interface Asking {
  readonly index: ClaimIndex;
  readonly book: VocabularyBook;
  /** The requirement offers alternatives of papers: "B or C". */
  readonly anyClass: boolean;
  /** Somebody qualified is asked for: "qualified actuary". */
  readonly needsPaper?: 'any' | 'certificate';
  /** Something like it does as well: "Airflow or similar", "z. B. SAP". */
  readonly similarDoes?: boolean;
  /** Only these claims count, all of them when left out. */
  readonly among?: ReadonlySet<number>;
}

export function credit(
  asked: NamedThing,
  own: Naming,
  kind: Evidence['kind'],
  amount: number,
  note?: string,
  path?: string[],
): Credit {
  return {
    credit: amount,
    atom: own.atom,
    evidence: {
      kind,
      requirement: asked.words,
      requirement_span: [...asked.span],
      atom: own.thing.words,
      atom_span: [...own.thing.span],
      atom_text: own.where,
      ...(path === undefined ? {} : { path }),
      ...(note === undefined ? {} : { note }),
      credit: amount,
    },
  };
}
