import { expect, test } from 'vitest';
import { judge, type RanTest, requirementTable, titlePattern } from '../scripts/requirement-verdicts.js';
import type { Requirement } from './requirements/statement.js';

const row = (id: string, ...tests: string[]): Requirement => ({
  id,
  seed: ['002'],
  section: '1',
  text: 'Something is so.',
  tests: tests.map((title) => `a.test.ts > ${title}`),
});
const ran = (title: string, state: RanTest['state'] = 'passed'): RanTest => ({
  file: 'a.test.ts',
  titles: ['a suite', title],
  state,
});

function verdictOf(tests: readonly RanTest[], ...names: string[]): string {
  const [judged] = judge([row('cpe.x', ...names)], { files: new Set(['a.test.ts']), tests });
  return [judged?.verdict, ...(judged?.reasons ?? [])].join(': ');
}

test.each([
  ['whose test ran and passed', [ran('works')], ['works'], 'proved'],
  ['whose suite ran and passed', [ran('works')], ['a suite'], 'proved'],
  ['whose cases ran and passed', [ran('adds 1'), ran('adds 2')], ['adds %i'], 'proved'],
  ['of which one test is skipped', [ran('works'), ran('waits', 'skipped')], ['works', 'waits'], 'in part'],
  ['of whose cases one is skipped', [ran('adds 1'), ran('adds 2', 'skipped')], ['adds %i'], 'in part'],
  ['whose test is skipped', [ran('works', 'skipped')], ['works'], 'skipped here'],
  [
    'whose test failed in one case',
    [ran('adds 1'), ran('adds 2', 'failed')],
    ['adds %i'],
    'failed: failed: a.test.ts > adds %i',
  ],
  ['whose test was renamed', [ran('worked')], ['works'], 'failed: there is no test a.test.ts > works'],
  ['whose file could not be read', [], ['works'], 'failed: there is no test a.test.ts > works'],
])('a requirement %s', (_, tests, names, verdict) => {
  expect(verdictOf(tests, ...names)).toBe(verdict);
});

test('a run of other files says nothing about a requirement', () => {
  expect(judge([row('cpe.x', 'works')], { files: new Set(['b.test.ts']), tests: [] })).toEqual([]);
});

test.each([
  ['%s of $name costs 5% (more or less)', 'tea of Ann costs 5% (more or less)', true],
  ['$tool.name is read', 'cobre/run is read', true],
  ['works', 'works not', false],
  ['is 1.5', 'is 1x5', false],
])('the title %s fits %s: %s', (title, printed, fits) => {
  expect(titlePattern(title).test(printed)).toBe(fits);
});

test('the table counts a statement of two seeds for both, and once in all', () => {
  const both: Requirement = { ...row('cobre.x', 'works'), seed: ['000', '001'] };
  const gap: Requirement = { id: 'cpe.y', seed: ['002'], section: '1', text: 'Something is not so.', gap: 'issue 99' };
  const judged = judge([both, gap], { files: new Set(['a.test.ts']), tests: [ran('works')] });
  expect(requirementTable(judged)).toBe(
    [
      'requirements    proved  in part  skipped here  failed  gap',
      'seed 000             1        0             0       0    0',
      'seed 001             1        0             0       0    0',
      'seed 002             0        0             0       0    1',
      'all                  1        0             0       0    1',
    ].join('\n'),
  );
});
