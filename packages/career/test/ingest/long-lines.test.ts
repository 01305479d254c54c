import { expect, test } from 'vitest';
import { longestLine } from '../../src/ingest/long-lines.js';
import { readPostings } from '../../src/ingest/posting/read-posting.js';
import { requirementsFrom } from '../../src/ingest/posting/requirements.js';
import { sentencesOf } from '../../src/ingest/posting/sentences.js';
import { readResume } from '../../src/ingest/resume.js';

const commas = ','.repeat(700_000);

test('a posting that is one line of commas is refused, with the line named', async () => {
  await expect(readPostings({ content: `Baker wanted\n${commas}` })).rejects.toMatchObject({
    kind: 'TOO_LARGE',
    message: `Line 2 of the posting has 700000 characters; a line may have ${longestLine}.`,
    suggestion: expect.stringContaining('Break the line'),
  });
});

test('and so is such a resume', async () => {
  const bytes = new TextEncoder().encode(`# Ada\n\nBaked bread and cakes for years\n\n${commas}`);
  await expect(readResume('ada.md', bytes)).rejects.toMatchObject({ kind: 'TOO_LARGE', context: { line: 5 } });
});

test('a page may be one line of source, as long as its text is not', async () => {
  const page = `<html><body>${'<p>We bake bread.</p>'.repeat(2_000)}<h2>Requirements</h2><ul><li>Excel</li><li>SAP</li></ul></body></html>`;
  const [read] = await readPostings({ content: page });
  expect(page.length).toBeGreaterThan(longestLine);
  expect(read?.requirements.map(({ text }) => text)).toEqual(['Excel', 'SAP']);
});

// What is done with a sentence grows with the square of its length, so no stretch may be longer than a thousand signs.
test.each([
  ['commas', `${'Excel, SAP, '.repeat(1_000)}`],
  ['blanks', 'and SQL '.repeat(1_000)],
  ['nothing to cut at', 'x'.repeat(9_000)],
])('a sentence without an end is read in stretches that lose nothing: %s', (_, text) => {
  const stretches = sentencesOf(text);
  expect(stretches.map(([from, to]) => text.slice(from, to)).join('')).toBe(text);
  expect(Math.max(...stretches.map(([from, to]) => to - from))).toBeLessThanOrEqual(1_000);
});

test('what stands in a later stretch is still found', () => {
  const row = `Requirements: ${Array.from({ length: 200 }, (_, n) => `forklift licence ${n}`).join(', ')}`;
  expect(requirementsFrom(row).some(({ text }) => text.includes('forklift licence 199'))).toBe(true);
});
