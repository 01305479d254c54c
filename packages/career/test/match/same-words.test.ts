import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreAgainst } from '../labelled/resume-score.js';

const atomOf = (claim: string, n: number) => ({
  atom_id: `a${n}`,
  domain: '',
  title: '',
  claim,
  tags: [],
  verified: true,
  evidence_refs: [],
});

function verdictOf(claims: readonly string[], text: string): string | undefined {
  const requirements = [{ text, tags: [], required: true }];
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'Job', source: 's', requirements };
  return scoreAgainst(claims.map(atomOf), opportunity).requirement_matches[0]?.explanation?.verdict;
}

const opening = fc.constantFrom(
  '',
  'No ',
  'Never used ',
  'Want to learn ',
  'Kein ',
  'Sin ',
  'Não ',
  'Expired ',
  '10 years of ',
);
const said = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.integer().map(String),
    fc.constantFrom('R', 'C', 'Go', 'C++', '.NET', 'Excel', 'ﬁ', 'İ', 'ß', '数据工程师', '👩‍⚕️', '½', 'a\u0301'),
  )
  .filter((text) => text.trim() !== '');

test('whatever a claim says, the same text as requirement is met, among other claims too', () => {
  fc.assert(
    fc.property(opening, said, fc.array(said, { maxLength: 3 }), (start, rest, others) => {
      const text = `${start}${rest}`;
      expect(verdictOf([...others, text], text)).toBe('met');
    }),
    { numRuns: 400, seed: 15 },
  );
});
