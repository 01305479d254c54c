import { expect, test } from 'vitest';
import { readPostings } from '../../../src/ingest/posting/read-posting.js';

test.each([
  ['We need', 'We would like'],
  ['Pedimos', 'Nos gustaría'],
  ['Exigimos', 'Gostaríamos'],
])('a column "%s" is asked for, one "%s" beside it is a wish', async (asked, wished) => {
  const content = `title,${asked},${wished}\nNurse,"Registered nurse; Night shifts","Spanish; Wound care experience"\n`;
  const [posting] = await readPostings({ name: 'list.csv', content });
  expect(posting?.requirements.map(({ text, required }) => [text, required])).toEqual([
    ['Registered nurse', true],
    ['Night shifts', true],
    ['Spanish', false],
    ['Wound care experience', false],
  ]);
});
