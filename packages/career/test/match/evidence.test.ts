import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConceptBook } from '../../src/match/concepts.js';
import { evidenceV1 } from '../../src/match/evidence-v1.js';
import { loadTaxonomyTable } from '../../src/taxonomy/load.js';
import { pairs } from './pairs.js';

const strategy = evidenceV1(new ConceptBook(), loadTaxonomyTable());

function match(requirements: string[], claims: string[]) {
  const atoms = claims.map((claim, n) => ({
    atom_id: `a${n}`,
    domain: '',
    title: '',
    claim,
    tags: [],
    verified: true,
    evidence_refs: [],
  }));
  const asked = requirements.map((text) => ({ text, tags: [], required: true }));
  const opportunity = { opportunity_id: 'o', company: 'c', role_title: 'r', source: 's', requirements: asked };
  return strategy.match({ opportunity, atoms, kLex: 25, kEmb: 25 }, () => []);
}

const verdictOf = (requirement: string, claim: string) =>
  match([requirement], [claim]).requirement_matches[0]?.explanation?.verdict;

describe('evidence_v1 on hand-written pairs', () => {
  const positives = pairs.filter((pair) => pair.answers);
  const negatives = pairs.filter((pair) => !pair.answers);

  test('there are enough of them, from all kinds of work', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(150);
    expect(negatives.length).toBeGreaterThanOrEqual(30);
  });

  test('recognises at least nine of ten claims that answer a requirement', () => {
    const missed = positives.filter(({ requirement, claim }) => verdictOf(requirement, claim) === 'missing');
    const recognised = 1 - missed.length / positives.length;
    expect(recognised, missed.map((pair) => pair.requirement).join(', ')).toBeGreaterThanOrEqual(0.9);
  });

  test('never calls a requirement met that the claim does not answer', () => {
    const wrong = negatives.filter(({ requirement, claim }) => verdictOf(requirement, claim) === 'met');
    expect(wrong).toEqual([]);
  });

  test('calls at most one of ten such claims partly fitting', () => {
    const wrong = negatives.filter(({ requirement, claim }) => verdictOf(requirement, claim) !== 'missing');
    expect(wrong.length / negatives.length, wrong.map((pair) => pair.requirement).join(', ')).toBeLessThanOrEqual(0.1);
  });

  test('picks the right claim out of all of them for at least four of five requirements', () => {
    const { requirement_matches } = match(
      positives.map((pair) => pair.requirement),
      positives.map((pair) => pair.claim),
    );
    const right = requirement_matches.filter((one, n) => one.explanation?.nearest_atom_id === `a${n}`);
    expect(right.length / positives.length).toBeGreaterThanOrEqual(0.8);
  });
});

describe('evidence_v1', () => {
  test('never calls a requirement met on meaning alone', () => {
    const report = match(['relational database administration'], ['Looked after PostgreSQL']);
    for (const one of report.requirement_matches)
      if (one.matched) expect(one.evidence_tokens.length).toBeGreaterThan(0);
  });

  test.each(['C++', 'C#', '.NET', 'Node.js', 'R', 'Go'])('knows the name %s', (name) => {
    expect(verdictOf(name, `Wrote ${name} for six years`)).toBe('met');
  });

  test('weighs what is preferred less than what is required', () => {
    const atoms = [
      { atom_id: 'a', domain: '', title: '', claim: 'Welding', tags: [], verified: true, evidence_refs: [] },
    ];
    const score = (required: boolean) =>
      strategy.match(
        {
          opportunity: {
            opportunity_id: 'o',
            company: 'c',
            role_title: 'r',
            source: 's',
            requirements: [
              { text: 'Welding', tags: [], required: true },
              { text: 'Fluent Japanese', tags: [], required },
            ],
          },
          atoms,
          kLex: 25,
          kEmb: 25,
        },
        () => [],
      ).overall_score;
    // One of two met: (1 + 0) / 2 when both are required, (1 + 0) / 1.4 when the second is only preferred.
    expect(score(true)).toBeCloseTo(0.5, 1);
    expect(score(false)).toBeCloseTo(1 / 1.4, 1);
  });
});

describe('a requirement in the very words of a claim', () => {
  // Half of all texts have a vector whose cosine with itself is above 1 in single precision; Excel is one of them.
  test('is met when it is one word', () => {
    for (const word of ['Excel', 'Python', 'C', 'R', 'Welding', 'Teamwork', 'year', '的', '...']) {
      expect(verdictOf(word, word), word).toBe('met');
    }
  });

  test('is met whatever it says, alone or among other claims', () => {
    const words = fc.array(fc.constantFrom(...pairs.flatMap((pair) => pair.claim.split(' '))), {
      minLength: 1,
      maxLength: 9,
    });
    const sentence = words.map((some) => some.join(' '));
    const anything = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    const others = fc.constantFrom<string[]>(
      [],
      ['Baked bread', 'Wrote Excel macros and Python scripts'],
      ['of the', '42'],
    );
    fc.assert(
      fc.property(fc.oneof(sentence, anything), others, (text, more) => {
        const [answer] = match([text], [...more, text]).requirement_matches;
        expect(answer?.explanation?.verdict).toBe('met');
        expect(answer?.best_score).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
