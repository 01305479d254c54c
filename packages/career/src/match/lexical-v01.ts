/**
 * `deterministic_lexical_v0.1`: the seed's matcher, to the bit. A requirement's score is the share of its words that a
 * verified atom contains; the best atom wins, the smaller id on a tie; any shared word counts as matched. Its weaknesses
 * (filler words win, "C++" vanishes) are part of the contract, which is why it is not the strategy we recommend.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity, Requirement } from '../domain/opportunity.js';
import { byteOrder, sortedUnique, tokenize } from '../domain/text.js';
import type { MatchReport, RequirementMatch } from './report.js';
import type { MatchStrategy } from './strategy.js';

const lexicalWeight = 0.55;

export interface TokenisedAtom {
  readonly id: string;
  readonly tokens: ReadonlySet<string>;
}

/** Tags are taken as they are: they were normalised when the atom was stored. */
export function tokenisedAtom(atom: ExperienceAtom): TokenisedAtom {
  return { id: atom.atom_id, tokens: new Set([...tokenize(atom.claim), ...tokenize(atom.title), ...atom.tags]) };
}

export function overlap(words: readonly string[], atom: TokenisedAtom): number {
  if (words.length === 0) return 0;
  return words.filter((word) => atom.tokens.has(word)).length / words.length;
}

/** Candidates by the words they hold, so that a requirement meets only atoms it shares a word with. */
class Candidates {
  readonly #atoms: readonly TokenisedAtom[];
  readonly #holding = new Map<string, number[]>();
  readonly #shared: Uint32Array;

  /** Sorted by id: the first of equals has the smallest. */
  constructor(atoms: readonly TokenisedAtom[]) {
    this.#atoms = atoms;
    this.#shared = new Uint32Array(atoms.length);
    for (const [at, { tokens }] of atoms.entries()) {
      for (const token of tokens) {
        const list = this.#holding.get(token);
        if (list) list.push(at);
        else this.#holding.set(token, [at]);
      }
    }
  }

  best(words: readonly string[]): { atom?: TokenisedAtom; score: number } {
    const shared = this.#shared.fill(0);
    let most = 0;
    for (const word of words) {
      for (const at of this.#holding.get(word) ?? []) {
        const count = (shared[at] ?? 0) + 1;
        shared[at] = count;
        if (count > most) most = count;
      }
    }
    const atom = most === 0 ? undefined : this.#atoms[shared.indexOf(most)];
    return atom ? { atom, score: most / words.length } : { score: 0 };
  }
}

function matchRequirement({ text }: Requirement, candidates: Candidates): RequirementMatch {
  const words = sortedUnique(tokenize(text));
  const { atom, score } = candidates.best(words);
  return {
    requirement_text: text,
    matched: atom !== undefined,
    best_score: score,
    contributing_atom_id: atom?.id ?? null,
    evidence_tokens: atom ? words.filter((word) => atom.tokens.has(word)) : [],
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Scores every requirement against the candidates; ties go to the smaller id because candidates come sorted. */
export function scoreByOverlap(
  strategy: string,
  opportunity: Opportunity,
  candidates: readonly TokenisedAtom[],
  retrieval_stats: MatchReport['retrieval_stats'],
): MatchReport {
  const byId = new Candidates([...candidates].sort((a, b) => byteOrder(a.id, b.id)));
  const matches = opportunity.requirements.map((requirement) => matchRequirement(requirement, byId));
  const overall = mean(matches.map((match) => match.best_score));
  return {
    opportunity_id: opportunity.opportunity_id,
    strategy,
    overall_score: overall,
    requirement_matches: matches,
    missing_requirements: matches.filter((match) => !match.matched).map((match) => match.requirement_text),
    matched_atoms: sortedUnique(matches.flatMap((match) => match.contributing_atom_id ?? [])),
    retrieval_stats,
    breakdown: { lexical: overall, semantic: 0, bonus: 0, final_score: lexicalWeight * overall },
  };
}

export const lexicalV01: MatchStrategy = {
  name: 'deterministic_lexical_v0.1',
  description: 'Share of the words of each requirement that one verified atom contains.',

  match({ opportunity, atoms }) {
    const verified = atoms.filter((atom) => atom.verified).map(tokenisedAtom);
    return scoreByOverlap('deterministic_lexical_v0.1', opportunity, verified, {
      lexical_candidates: verified.length,
      embedding_candidates: 0,
      merged_candidates: verified.length,
    });
  },
};
