import { describe, expect, test } from 'vitest';
import { sharedData } from '../../../../test/support/shared-data.js';
import { rawWords } from '../../src/domain/words.js';
import { characterGrams, gramSimilarity } from '../../src/match/character-grams.js';
import { cosine } from '../../src/match/vector-index.js';
import { loadTaxonomyTable } from '../../src/taxonomy/load.js';
import { heldOutLabels, preferredLabels } from '../../taxonomy-build/held-out.js';

const table = loadTaxonomyTable();

describe('the taxonomy table', () => {
  test('gives a text the same vector whatever the order of its words', () => {
    expect(table.embed('patient care in hospital')).toEqual(table.embed('hospital, patient: care'));
  });

  test('gives no direction to words nobody wrote down', () => {
    expect(table.embed('qzxv wvjk').every((value) => value === 0)).toBe(true);
  });

  // Pairs made up for this test: the first two belong together, the third does not.
  test.each([
    ['relational database', 'PostgreSQL administration', 'pastry baking'],
    ['auditing financial statements', 'accounting compliance', 'front-end web development'],
    ['treating patients on a ward', 'nursing care', 'container shipping'],
    ['teaching mathematics to pupils', 'lesson planning', 'welding steel frames'],
  ])('holds "%s" closer to "%s" than to "%s"', (text, near, far) => {
    const vector = table.embed(text);
    expect(cosine(vector, table.embed(near))).toBeGreaterThan(cosine(vector, table.embed(far)) + 0.1);
  });
});

const data = sharedData('data');

describe.skipIf(data.absent)('quality on five hundred ESCO labels that training never saw', () => {
  test('finds the concept of an alternative label with a mean reciprocal rank of at least 0.75', () => {
    const concepts = preferredLabels(data.path).map((label) => ({
      label,
      vector: table.embed(label),
      grams: characterGrams(rawWords(label)),
    }));
    const reciprocalRank = ({ label, concept }: { label: string; concept: string }) => {
      const vector = table.embed(label);
      const grams = characterGrams(rawWords(label));
      const scores = concepts.map((one) => 0.7 * cosine(vector, one.vector) + 0.3 * gramSimilarity(grams, one.grams));
      const target = concepts.findIndex((one) => one.label === concept);
      return 1 / (1 + scores.filter((score) => score > (scores[target] ?? 0)).length);
    };
    const ranks = heldOutLabels(data.path).map(reciprocalRank);
    const meanReciprocalRank = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    // Measured 0.817 when the table was built; the best packaged embedding of the comparison reached 0.760.
    expect(meanReciprocalRank).toBeGreaterThanOrEqual(0.75);
  });
});
