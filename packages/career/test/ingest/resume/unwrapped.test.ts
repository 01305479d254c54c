import { expect, test } from 'vitest';
import { unwrapped } from '../../../src/ingest/resume/unwrapped.js';

/** Wrapped by hand at 60 characters. */
const wrapped = [
  'I have spent nine years in warehouses, the last four of them',
  'as the leader of a night shift with twenty-two people, and I',
  'still enjoy the walk across the yard before the first lorry,',
  'the smell of cardboard and the sound of the first doors that',
  'open.',
];

test('lines that had no room for the next word are one again', () => {
  expect(unwrapped(wrapped.join('\n'))).toBe(wrapped.join(' '));
});

test.each([
  ['points of a list', ['- Excel', '- Word', '- SAP']],
  ['short lines', ['Ada Lovelace', 'London', '12 years of counting']],
  ['a text without a common width', ['One sentence.', 'And another one that is somewhat longer than the first.']],
])('%s stay as they are', (_, lines) => {
  expect(unwrapped(lines.join('\n'))).toBe(lines.join('\n'));
});

test('a paragraph does not swallow the heading below it', () => {
  const text = [...wrapped.slice(0, 4), 'Education', 'BA History'].join('\n');
  expect(unwrapped(text)).toContain('\nEducation');
});
