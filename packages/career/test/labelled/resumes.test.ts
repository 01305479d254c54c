import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPostings } from '../../src/ingest/posting/read-posting.js';
import { isOfField } from './fields.js';
import { halves as postingHalves, labelledPostings } from './posting-score.js';
import {
  claimsOf,
  type Judgement,
  judgementsOf,
  labelledResumes,
  type ResumePart,
  resumeParts,
  scoreAgainst,
  verdictScore,
} from './resume-score.js';

const table: Record<string, string>[] = [];

const isRight = ({ label, verdict }: Judgement) => (label === 'trap' ? verdict !== 'met' : label === verdict);

/** Single errors of the test half are nobody's business: who has seen them cannot be tested by them any more. */
const errors = (half: ResumePart, all: readonly Judgement[]) =>
  half === 'test'
    ? ''
    : all
        .filter((one) => !isRight(one))
        .map(({ resume, requirement, label, verdict }) => `${resume}: ${label}, called ${verdict}: ${requirement}`)
        .join('\n');

function row(name: string, all: readonly Judgement[]): void {
  const score = verdictScore(all);
  const shown = Object.entries(score).map(([key, value]) => [key, value.toFixed(2)]);
  table.push({ name, verdicts: String(all.length), ...Object.fromEntries(shown) });
}

afterAll(() => {
  for (const one of table) process.stdout.write(`${Object.entries(one).map(([key, value]) => `${key} ${value}`).join(', ')}\n`);
});

test('there are at least 25 resumes, in four languages, and neither half is small', () => {
  const [tuning, tested] = [labelledResumes('tuning'), labelledResumes('test')];
  expect(tuning.length + tested.length).toBeGreaterThanOrEqual(25);
  expect(Math.min(tuning.length, tested.length)).toBeGreaterThanOrEqual(10);
  for (const tongue of ['en-', 'de-', 'es-', 'pt-'])
    expect([...tuning, ...tested].some(({ name }) => name.startsWith(tongue))).toBe(true);
});

describe.each(resumeParts)('verdicts on the labelled resumes, %s part', (half) => {
  const judged = Promise.all(labelledResumes(half).map(judgementsOf)).then((lists) => lists.flat());

  test('are right: accuracy 0.80, recall of met 0.75, precision of met 0.95, false met on traps at most 0.15', async () => {
    const all = await judged;
    row(half, all);
    for (const tongue of ['en', 'de', 'es', 'pt']) row(`${half} ${tongue}`, all.filter(({ resume }) => resume.startsWith(tongue)));
    const score = verdictScore(all);
    expect(score.accuracy, errors(half, all)).toBeGreaterThanOrEqual(0.8);
    expect(score.recallOfMet, errors(half, all)).toBeGreaterThanOrEqual(0.75);
    expect(score.precisionOfMet, errors(half, all)).toBeGreaterThanOrEqual(0.95);
    expect(score.falseMetOnTraps, errors(half, all)).toBeLessThanOrEqual(0.15);
  });
});

test('every resume ranks a posting of its own field first', async () => {
  const read = postingHalves.flatMap((half) =>
    labelledPostings(half).map(async (name) => {
      const source = readFileSync(join(import.meta.dirname, half, name), 'utf8').replace(/⟦[+?]([^⟧]*)⟧/g, '$1');
      const postings = await readPostings({ name, content: source });
      return postings.map((posting) => ({
        opportunity_id: `${name} ${posting.facts.role_title ?? ''}`,
        company: posting.facts.company ?? 'c',
        role_title: posting.facts.role_title ?? 'Job',
        source: 's',
        requirements: posting.requirements.map(({ text, required }) => ({ text, required, tags: [] })),
      }));
    }),
  );
  const opportunities = (await Promise.all(read)).flat();
  const astray: string[] = [];
  for (const labelled of resumeParts.flatMap(labelledResumes)) {
    const { name, own } = labelled;
    const atoms = await claimsOf(labelled);
    const scores = opportunities.map((one) => ({ id: one.opportunity_id, score: scoreAgainst(atoms, one).overall_score }));
    const [first] = scores.sort((a, b) => b.score - a.score);
    if (!isOfField(first?.id ?? '', own)) astray.push(`${name}: ${first?.id} instead of ${own}`);
  }
  expect(astray).toEqual([]);
});
