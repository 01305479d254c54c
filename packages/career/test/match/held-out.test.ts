import { describe, expect, test } from 'vitest';
import type { ExperienceAtom } from '../../src/domain/atom.js';
import type { Opportunity } from '../../src/domain/opportunity.js';
import { ConceptBook } from '../../src/match/concepts.js';
import { evidenceV1 } from '../../src/match/evidence-v1.js';
import { lexicalV01 } from '../../src/match/lexical-v01.js';
import type { MatchStrategy } from '../../src/match/strategy.js';
import { loadTaxonomyTable } from '../../src/taxonomy/load.js';
import { heldOutPairs } from './held-out-pairs.js';
import { pairs } from './pairs.js';

/**
 * What evidence_v1 reached on the pairs nobody tuned on, the first time it saw them (16 November 2026):
 *
 *                                             evidence_v1   deterministic_lexical_v0.1
 *   claims recognised (met or partly)         66 of 120
 *   the right claim picked out of all 120     58 of 120     22 of 120
 *   false friends called met                  12 of 41      22 of 41
 *
 * The false friends are chosen to mislead (the snake and the language, the dock worker and the program): a claim that
 * spells the very word asked for is taken at its word. The gates below stand a little under what was measured; they keep
 * it from getting worse and promise no more than that.
 */
const evidence = evidenceV1(new ConceptBook(), loadTaxonomyTable());
const positives = heldOutPairs.filter((pair) => pair.answers);
const falseFriends = heldOutPairs.filter((pair) => !pair.answers);

function matchOf(strategy: MatchStrategy, requirements: readonly string[], claims: readonly string[]) {
  const atoms: ExperienceAtom[] = claims.map((claim, n) => ({
    atom_id: `a${n}`,
    domain: '',
    title: '',
    claim,
    tags: [],
    verified: true,
    evidence_refs: [],
  }));
  const asked = requirements.map((text) => ({ text, tags: [], required: true }));
  const opportunity: Opportunity = {
    opportunity_id: 'o',
    company: 'c',
    role_title: 'r',
    source: 's',
    requirements: asked,
  };
  return strategy.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []).requirement_matches;
}

function share(count: number, of: readonly unknown[]): number {
  return count / of.length;
}

/** How often the atom named for a requirement is the one written for it. */
function rightlyPicked(strategy: MatchStrategy): number {
  const matches = matchOf(
    strategy,
    positives.map((pair) => pair.requirement),
    positives.map((pair) => pair.claim),
  );
  const named = matches.map((one) => one.explanation?.nearest_atom_id ?? one.contributing_atom_id);
  return share(named.filter((id, n) => id === `a${n}`).length, positives);
}

const verdictOf = ({ requirement, claim }: (typeof heldOutPairs)[number]) =>
  matchOf(evidence, [requirement], [claim])[0]?.explanation?.verdict;

describe('evidence_v1 on pairs nobody tuned on', () => {
  test('they are many and none of them was seen before', () => {
    expect(heldOutPairs.length).toBeGreaterThanOrEqual(150);
    expect(falseFriends.length).toBeGreaterThanOrEqual(40);
    const seen = new Set(pairs.flatMap((pair) => [pair.requirement, pair.claim]));
    expect(heldOutPairs.filter((pair) => seen.has(pair.requirement) || seen.has(pair.claim))).toEqual([]);
  });

  test('recognises more than half of the claims that answer a requirement', () => {
    const recognised = positives.filter((pair) => verdictOf(pair) !== 'missing').length;
    expect(share(recognised, positives)).toBeGreaterThanOrEqual(0.53);
  });

  test('picks the right claim more than twice as often as word overlap does', () => {
    const ours = rightlyPicked(evidence);
    expect(ours).toBeGreaterThanOrEqual(0.46);
    expect(ours).toBeGreaterThanOrEqual(2 * rightlyPicked(lexicalV01));
  });

  test('is misled by fewer than a third of the false friends, and less often than word overlap', () => {
    const misled = falseFriends.filter((pair) => verdictOf(pair) === 'met').length;
    const wordsMisled = falseFriends.filter(
      ({ requirement, claim }) => matchOf(lexicalV01, [requirement], [claim])[0]?.matched,
    ).length;
    expect(share(misled, falseFriends)).toBeLessThanOrEqual(0.32);
    expect(misled).toBeLessThan(wordsMisled);
  });
});
