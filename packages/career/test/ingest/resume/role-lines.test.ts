import { expect, test } from 'vitest';
import { passagesOf } from '../../../src/ingest/resume/passages.js';

const rolesOf = (...lines: string[]) =>
  passagesOf(['# Ada', '', '## Experience', '', ...lines, '', '- Did things every day'].join('\n'), '2026-11')
    .filter(({ role }) => role !== undefined)
    .map(({ role }) => [role?.title, role?.employer, role?.from]);

test.each([
  ['Staff Nurse, Intensive Care Unit', 'Hospital de São João, Porto 03/2018 - present', 'Hospital de São João'],
  ['Staff Nurse', "St. Mary's Hospital, Leeds 03/2018 - 02/2024", "St. Mary's Hospital"],
])('the position may stand over the line with employer, town and dates: %s', (above, below, employer) => {
  expect(rolesOf(above, below)).toEqual([
    ['Staff Nurse', employer, '2018-03'],
    ['Staff Nurse', employer, '2018-03'],
  ]);
});

test('a line with position and employer of its own takes nothing from above', () => {
  expect(rolesOf('Awarded Nurse of the Year', 'Midwife, Hospital Sur 2018 - 2020').at(-1)).toEqual([
    'Midwife',
    'Hospital Sur',
    '2018',
  ]);
});

test.each([
  'Sou arquiteta, inscrita na Ordem dos Arquitetos desde 2019. Acompanhei oito obras.',
  'I have been a nurse, registered with the council since 2019. I drove to work.',
])('a sentence about oneself is no job with an employer: %s', (sentence) => {
  expect(rolesOf(sentence)).toEqual([]);
});
