import { describe, expect, test } from 'vitest';
import { requirementsFrom } from '../../src/ingest/posting/requirements.js';

const posting = `Senior Platform Engineer — Northwind Rail

About us
We move four million people a day. We have been voted a great place to work.

What you'll do:
- Run our clusters
- Mentor colleagues

What we're looking for
• 5+ years of experience with Kubernetes in production
• C++ or Rust
• A driving licence (preferred)

Nice to have:
* Terraform
* Fluent German

Benefits
- 30 days of holiday
- Experience with a great coffee machine

We are an equal opportunity employer and decide without regard to religion.
`;

describe('requirements from a posting', () => {
  const found = requirementsFrom(posting);

  test('are what the sections about the candidate list, and nothing else', () => {
    expect(found.map((one) => [one.text, one.required])).toEqual([
      ['5+ years of experience with Kubernetes in production', true],
      ['C++ or Rust', true],
      ['A driving licence (preferred)', false],
      ['Terraform', false],
      ['Fluent German', false],
    ]);
  });

  test('carry the span they were read from', () => {
    for (const { text, span } of found) expect(posting.slice(...span)).toBe(text);
  });

  test('are found in running text without headings', () => {
    const text =
      'Our bakery opens at five. You must have experience with sourdough; a food hygiene certificate is a plus. We pay well.';
    expect(requirementsFrom(text).map((one) => [one.text, one.required])).toEqual([
      ['You must have experience with sourdough', true],
      ['a food hygiene certificate is a plus', false],
    ]);
  });

  test.each([
    ['an empty posting', ''],
    ['praise alone', 'We are a family business.\n\nBenefits:\n- Free fruit\n'],
    [
      'legal text alone',
      'Requirements:\nAll applicants are considered without regard to race, religion or veteran status.',
    ],
  ])('are none in %s', (_, text) => {
    expect(requirementsFrom(text)).toEqual([]);
  });

  test.each([
    ['Person specification', true],
    ['**Who you are**', true],
    ['## Minimum qualifications', true],
    ['DESIRABLE', false],
    ['Bonus points if you have:', false],
  ])('open with the heading "%s"', (heading, required) => {
    expect(requirementsFrom(`${heading}\n- Excel\n`)).toMatchObject([{ text: 'Excel', required }]);
  });
});
