/**
 * `evidence_v1`, the strategy we recommend. A requirement is split into the things it names (concepts of the book, and
 * remaining words weighted by how telling they are); an atom is evidence for a thing it names itself, under another name,
 * or as a kind of it. Spelling and taxonomy vectors help to find the right atom and may say "partly", but only named
 * evidence makes a requirement met.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { Requirement } from '../domain/opportunity.js';
import { sortedUnique } from '../domain/text.js';
import { contentWords } from '../domain/words.js';
import type { TaxonomyTable } from '../taxonomy/table.js';
import { AtomIndex, stepCredit } from './atom-index.js';
import type { ConceptBook } from './concepts.js';
import type { Evidence, MatchReport, RequirementMatch, Verdict } from './report.js';
import type { MatchStrategy } from './strategy.js';
import { type Thing, thingsNamed } from './things.js';

const name = 'evidence_v1';

/** Tuned on the hand-written pairs in test/match. */
const metCoverage = 0.7;
const partlyScore = 0.28;
const weight = { coverage: 0.4, spelling: 0.2, meaning: 0.4 } as const;
const preferredWeight = 0.4;

interface Best {
  readonly atom: number;
  readonly score: number;
  readonly coverage: number;
  readonly meaning: number;
}

export function evidenceV1(book: ConceptBook, table: TaxonomyTable): MatchStrategy {
  /** The same list of atoms against many postings is indexed once. */
  const indices = new WeakMap<readonly ExperienceAtom[], AtomIndex>();
  const indexOf = (atoms: readonly ExperienceAtom[]) => {
    const index = indices.get(atoms) ?? new AtomIndex(atoms, book, table);
    indices.set(atoms, index);
    return index;
  };
  return {
    name,
    description: 'Named evidence first; spelling and taxonomy vectors help to find it. Recommended.',
    match({ opportunity, atoms }) {
      const index = indexOf(atoms);
      const matches = opportunity.requirements.map((requirement) => {
        const things = thingsNamed(requirement.text, book, table);
        const best = bestAtom(things, requirement.text, index, table);
        return toMatch(
          requirement,
          best,
          best ? evidenceOf(requirement.text, things, best.atom, index, book) : [],
          index,
        );
      });
      return toReport(opportunity.opportunity_id, opportunity.requirements, matches, index.ids.length);
    },
  };
}

/** Atoms come sorted by id and only a better one replaces the best, so ties go to the smaller id. */
function bestAtom(things: readonly Thing[], text: string, index: AtomIndex, table: TaxonomyTable): Best | undefined {
  const words = contentWords(text);
  const vector = table.embedWords(words);
  const covered = new Float64Array(index.ids.length);
  const spelling = new Float64Array(index.ids.length);
  for (const thing of things) index.addCoverage(thing, covered);
  index.addSpelling(words, spelling);
  const asked = things.reduce((sum, thing) => sum + thing.weight, 0) || 1;
  for (const atom of index.saying(text)) covered[atom] = asked;
  const scores = new Scores(covered, spelling, asked, (atom) => index.meaning(vector, atom));
  const floor = scores.promising();
  let best: Best | undefined;
  for (let atom = 0; atom < covered.length; atom++) {
    const most = scores.atMost(atom);
    if (most < floor || (best && most <= best.score)) continue;
    const one = scores.of(atom);
    if (one.score > (best?.score ?? 0)) best = one;
  }
  return best;
}

/** Meaning is the costly part of a score and at most 1: where even that could not win, it is not computed. */
class Scores {
  readonly #covered: Float64Array;
  readonly #spelling: Float64Array;
  readonly #asked: number;
  readonly #meaning: (atom: number) => number;

  constructor(covered: Float64Array, spelling: Float64Array, asked: number, meaning: (atom: number) => number) {
    this.#covered = covered;
    this.#spelling = spelling;
    this.#asked = asked;
    this.#meaning = meaning;
  }

  of(atom: number): Best {
    const coverage = (this.#covered[atom] ?? 0) / this.#asked;
    const meaning = this.#meaning(atom);
    return {
      atom,
      score: Math.min(1, Math.max(coverage, this.#named(atom) + weight.meaning * meaning)),
      coverage,
      meaning,
    };
  }

  atMost(atom: number): number {
    return Math.max((this.#covered[atom] ?? 0) / this.#asked, this.#named(atom) + weight.meaning);
  }

  #named(atom: number): number {
    const coverage = (this.#covered[atom] ?? 0) / this.#asked;
    return weight.coverage * coverage + weight.spelling * (this.#spelling[atom] ?? 0);
  }

  /** A score somebody surely reaches: that of the atom which names most. */
  promising(): number {
    let [chosen, most] = [0, -1];
    for (let atom = 0; atom < this.#covered.length; atom++) {
      const named = this.#named(atom);
      if (named > most) [chosen, most] = [atom, named];
    }
    return most < 0 ? 0 : this.of(chosen).score;
  }
}

function evidenceOf(
  text: string,
  things: readonly Thing[],
  atom: number,
  index: AtomIndex,
  book: ConceptBook,
): Evidence[] {
  if (things.length === 0 && index.saying(text).includes(atom))
    return [{ kind: 'word', requirement: text, atom: text, credit: 1 }];
  return things.flatMap((thing): Evidence[] => {
    if (index.spells(thing, atom)) return [{ kind: 'word', requirement: thing.text, atom: thing.text, credit: 1 }];
    const naming = index.conceptNaming(thing, atom);
    const path = naming && book.pathUp(naming.concept, thing.concept ?? '');
    if (naming === undefined || path === undefined) return [];
    const credit = stepCredit ** naming.steps;
    return [{ kind: 'concept', requirement: thing.text, atom: naming.words, path: [...path], credit }];
  });
}

function verdictOf(best: Best | undefined): Verdict {
  if (best === undefined || best.score < Math.min(metCoverage, partlyScore)) return 'missing';
  return best.coverage >= metCoverage ? 'met' : 'partly';
}

function toMatch(
  { text }: Requirement,
  best: Best | undefined,
  evidence: Evidence[],
  index: AtomIndex,
): RequirementMatch {
  const verdict = verdictOf(best);
  const nearest = best && verdict !== 'missing' ? (index.ids[best.atom] ?? null) : null;
  return {
    requirement_text: text,
    matched: verdict === 'met',
    best_score: best?.score ?? 0,
    contributing_atom_id: verdict === 'met' ? nearest : null,
    evidence_tokens: verdict === 'met' ? sortedUnique(evidence.map((one) => one.requirement)) : [],
    explanation: {
      verdict,
      nearest_atom_id: nearest,
      coverage: best?.coverage ?? 0,
      meaning: best?.meaning ?? 0,
      evidence: verdict === 'missing' ? [] : evidence,
    },
  };
}

function weightedMean(requirements: readonly Requirement[], matches: readonly RequirementMatch[]): number {
  const weights = requirements.map((requirement) => (requirement.required ? 1 : preferredWeight));
  const total = weights.reduce((sum, one) => sum + one, 0);
  if (total === 0) return 0;
  return matches.reduce((sum, match, i) => sum + match.best_score * (weights[i] ?? 0), 0) / total;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toReport(
  opportunityId: string,
  requirements: readonly Requirement[],
  matches: RequirementMatch[],
  candidates: number,
): MatchReport {
  const overall = weightedMean(requirements, matches);
  return {
    opportunity_id: opportunityId,
    strategy: name,
    overall_score: overall,
    requirement_matches: matches,
    missing_requirements: matches.filter((match) => !match.matched).map((match) => match.requirement_text),
    matched_atoms: sortedUnique(matches.flatMap((match) => match.contributing_atom_id ?? [])),
    retrieval_stats: {
      lexical_candidates: candidates,
      embedding_candidates: candidates,
      merged_candidates: candidates,
    },
    breakdown: {
      lexical: mean(matches.map((match) => match.explanation?.coverage ?? 0)),
      semantic: mean(matches.map((match) => match.explanation?.meaning ?? 0)),
      bonus: 0,
      final_score: overall,
    },
  };
}
