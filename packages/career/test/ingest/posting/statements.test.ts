import { describe, expect, test } from 'vitest';
import { lengthWithoutRemark, statementsOf } from '../../../src/ingest/posting/statements.js';

const asking = (sentence: string) => statementsOf(sentence).map((range) => sentence.slice(...range).trim());

describe('of a sentence, what asks is kept and why is not', () => {
  test.each([
    ['Spanish is a must because half of our guests come from Seville', 'Spanish is a must'],
    ['You need a forklift licence, as we have no time to train', 'You need a forklift licence'],
  ])('%s', (sentence, kept) => {
    expect(asking(sentence)).toEqual([kept]);
  });

  test.each(['Experience with SAP is useful but not essential', 'You speak Spanish because of the tourists'])(
    'what states nothing of its own is not parted: %s',
    (sentence) => {
      expect(asking(sentence)).toEqual([sentence]);
    },
  );
});

test.each([
  ['Right to work in the UK - sorry, no sponsorship', 'Right to work in the UK'],
  ['Forklift licence', 'Forklift licence'],
])('a remark of the employer is left away: %s', (point, kept) => {
  expect(point.slice(0, lengthWithoutRemark(point))).toBe(kept);
});
