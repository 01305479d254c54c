import { describe, expect, test } from 'vitest';
import { type ExperienceAtom, normalizeAtom } from '../../src/domain/atom.js';
import { sortedUnique, tokenize } from '../../src/domain/text.js';
import { ConceptBook } from '../../src/match/concepts.js';
import { evidenceV1 } from '../../src/match/evidence-v1.js';
import { lexicalV01 } from '../../src/match/lexical-v01.js';
import { loadTaxonomyTable } from '../../src/taxonomy/load.js';

const work = ['welding', 'nursing', 'python', 'payroll', 'baking', 'teaching', 'forklift', 'audit', 'kubernetes'];
const place = ['ship', 'ward', 'bank', 'school', 'harbour', 'kitchen', 'court'];
const word = (list: readonly string[], n: number) => list[n % list.length] ?? '';

const atoms: ExperienceAtom[] = Array.from({ length: 10_000 }, (_, n) =>
  normalizeAtom({
    atom_id: `atom-${n}`,
    domain: '',
    title: word(place, n * 5),
    claim: `Did ${word(work, n)} and ${word(work, n * 7 + 3)} in a ${word(place, n)} for ${n % 40} years`,
    tags: [],
    verified: n % 11 !== 0,
    evidence_refs: [],
  }),
);
const requirements = Array.from({ length: 200 }, (_, n) => ({
  text: `${word(work, n)} and ${word(work, n * 2 + 1)} in a ${word(place, n * 3)} number ${n}`,
  tags: [],
  required: n % 3 !== 0,
}));
const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'r', source: 's', requirements };
const input = { atoms, opportunity, kLex: 25, kEmb: 25 };

/** The original's way: every requirement against every atom; the best share wins, the smaller id on a tie. */
function naively(text: string): { id: string | null; score: number } {
  const wanted = sortedUnique(tokenize(text));
  let best: { id: string | null; score: number } = { id: null, score: 0 };
  const sorted = [...atoms].sort((a, b) => (a.atom_id < b.atom_id ? -1 : 1));
  for (const { atom_id, claim, title, verified } of sorted) {
    const had = new Set([...tokenize(claim), ...tokenize(title)]);
    const score = verified ? wanted.filter((one) => had.has(one)).length / wanted.length : 0;
    if (score > best.score) best = { id: atom_id, score };
  }
  return best;
}

describe('ten thousand atoms against two hundred requirements', () => {
  test('give by words what comparing every pair gives', () => {
    const { requirement_matches } = lexicalV01.match(input, () => []);
    for (const at of [0, 41, 99, 163, 199]) {
      const match = requirement_matches[at];
      const naive = naively(requirements[at]?.text ?? '');
      expect({ id: match?.contributing_atom_id, score: match?.best_score }).toEqual(naive);
    }
  });

  test('give the same by evidence whatever order the atoms come in', () => {
    const strategy = evidenceV1(new ConceptBook(), loadTaxonomyTable());
    const shuffled = [...atoms].sort((a, b) => (a.claim < b.claim ? -1 : 1));
    const report = JSON.stringify(strategy.match(input, () => []));
    expect(JSON.stringify(strategy.match({ ...input, atoms: shuffled }, () => []))).toBe(report);
  });
});
