import { expect, test } from 'vitest';
import { wordLayouts, wordSaved } from '../ingest/word-saved.js';
import { judgementsOf, labelledResumes } from './resume-score.js';

const resumes = labelledResumes('third-tuning').filter(({ name }) => /erzieherin|hgv|librera|maths/.test(name));

test('there are four resumes to hand in as other files, two of them not in English', () => {
  expect(resumes.map(({ name }) => name)).toEqual([
    'de-erzieherin.md',
    'en-hgv-driver.txt',
    'en-maths-teacher.md',
    'es-librera.md',
  ]);
});

test.each(resumes.flatMap((one) => ['pdf', 'docx'].map((as) => [one.name, as, one] as const)))(
  '%s handed in as %s gives the verdicts of the text',
  async (_, as, labelled) => {
    const verdicts = async (form: string | undefined) =>
      (await judgementsOf({ ...labelled, as: form })).map(({ requirement, verdict }) => [requirement, verdict]);
    expect(await verdicts(as)).toEqual(await verdicts(undefined));
  },
);

/**
 * Points whose marks are drawn, and what follows a date at the end of a line, were joined to what stood above; a sentence that
 * goes on with "Managing Safely" in the next line was parted, and one's own sentence about oneself was a job in the text only.
 */
const joinedOnce = (['fourth', 'sixth', 'eighth'] as const)
  .flatMap(labelledResumes)
  .filter(({ name }) => /de-physio|es-traductora|en-warehouse-lead|pt-arquiteta.txt/.test(name));

test('there are four resumes that a PDF had joined or parted', () => expect(joinedOnce).toHaveLength(4));

test.each(joinedOnce.map((one) => [one.name, one] as const))('%s as a PDF gives the verdicts of the text', async (_, labelled) => {
  const verdicts = async (form: string | undefined) =>
    (await judgementsOf({ ...labelled, as: form })).map(({ requirement, verdict }) => [requirement, verdict]);
  expect(await verdicts('pdf')).toEqual(await verdicts(undefined));
});

const saved = labelledResumes('fourth').filter(({ name }) => /schweisser|nurse|arquiteta/.test(name));

test.each(
  saved.flatMap((one) => (Object.keys(wordLayouts) as (keyof typeof wordLayouts)[]).map((layout) => [one.name, layout, one] as const)),
)('%s as Word saves it (%s) gives the verdicts of the text', async (_, layout, labelled) => {
  const verdicts = async (docx?: Uint8Array) =>
    (await judgementsOf(labelled, docx)).map(({ requirement, verdict }) => [requirement, verdict]);
  expect(await verdicts(wordSaved(labelled.text, layout))).toEqual(await verdicts());
});
