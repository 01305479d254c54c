import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import type { MatchReport } from './report.js';
import type { VectorHit } from './vector-index.js';

export interface MatchInput {
  readonly opportunity: Opportunity;
  readonly atoms: readonly ExperienceAtom[];
  /** How many atoms the lexical and the embedding side may each put forward. */
  readonly kLex: number;
  readonly kEmb: number;
}

/** The atoms nearest in meaning to a text, best first; keys are atom ids. Empty when no embedding is configured. */
export type NearestAtoms = (text: string, k: number) => readonly VectorHit[];

/** So many pieces of the work are done. */
export interface Step {
  readonly done: number;
  readonly total: number;
}

/** A strategy is a pure function: same atoms, same opportunity, same bytes, whatever order they come in. */
export interface MatchStrategy {
  readonly name: string;
  readonly description: string;
  /** Of strategies that are still being improved; one without it never changes its mind. */
  readonly revision?: number;
  /** Whether place, pay and right to work of the posting are held against the person. */
  readonly isGated?: true;
  /** Whether the numbers of candidates (`kLex`, `kEmb`) make a difference to it. */
  readonly usesPlaces?: true;
  match(input: MatchInput, nearest: NearestAtoms): MatchReport;
  /** The same match, piece by piece, from strategies that may take long. */
  steps?(input: MatchInput, nearest: NearestAtoms): Generator<Step, MatchReport>;
}
