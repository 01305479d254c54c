/**
 * `hybrid_lexical_embedding_v0.2`: the seed's two-sided retrieval. Word overlap and embeddings each put candidates
 * forward; the union is scored by word overlap alone, so embeddings can bring an atom back that `k_lex` cut off but can
 * never mark a requirement met.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import { byteOrder, sortedUnique, tokenize } from '../domain/text.js';
import { overlap, scoreByOverlap, type TokenisedAtom, tokenisedAtom } from './lexical-v01.js';
import type { MatchStrategy } from './strategy.js';

const name = 'hybrid_lexical_embedding_v0.2';

function queryWords(opportunity: Opportunity): string[] {
  return sortedUnique(opportunity.requirements.flatMap((requirement) => tokenize(requirement.text)));
}

/** Atoms without any shared word still fill up the k places, as in the original. */
function lexicalCandidates(words: readonly string[], atoms: readonly TokenisedAtom[], k: number): TokenisedAtom[] {
  const scored = atoms.map((atom) => ({ atom, score: overlap(words, atom) }));
  scored.sort((a, b) => b.score - a.score || byteOrder(a.atom.id, b.atom.id));
  return scored.slice(0, k).map(({ atom }) => atom);
}

function verifiedOnly(atoms: readonly ExperienceAtom[]): TokenisedAtom[] {
  return atoms.filter((atom) => atom.verified).map(tokenisedAtom);
}

export const hybridV02: MatchStrategy = {
  name,
  description: 'Candidates from word overlap and from embeddings; scored by word overlap.',
  usesPlaces: true,

  match({ opportunity, atoms, kLex, kEmb }, nearest) {
    const verified = verifiedOnly(atoms);
    const words = queryWords(opportunity);
    if (words.length === 0) {
      const all = verified.length;
      return scoreByOverlap(name, opportunity, verified, {
        lexical_candidates: all,
        embedding_candidates: 0,
        merged_candidates: all,
      });
    }
    const lexical = lexicalCandidates(words, verified, kLex);
    const near = nearest(opportunity.requirements.map((requirement) => requirement.text).join(' '), kEmb);
    const merged = new Set([...lexical.map((atom) => atom.id), ...near.map((hit) => hit.key)]);
    const candidates = verified.filter((atom) => merged.has(atom.id));
    return scoreByOverlap(name, opportunity, candidates, {
      lexical_candidates: lexical.length,
      embedding_candidates: near.length,
      merged_candidates: merged.size,
    });
  },
};
