import { expect, test } from 'vitest';
import { talkIn } from '../../../src/match/items/talk.js';

const said = (text: string) => talkIn(text, 'requirement').map(([from, to]) => text.slice(from, to));

test.each([
  ['Spanish is a must', 'must'],
  ['Staplerschein ist wünschenswert', 'wünschenswert'],
  ['Airflow or something like it', 'or something like it'],
])('how much a thing is asked for is told apart from the thing: %s', (text, words) => {
  expect(said(text).join(' ')).toContain(words);
});

test('what is asked for is no talk', () => {
  for (const [from, to] of talkIn('Spanish is a must', 'requirement'))
    expect('Spanish is a must'.slice(from, to)).not.toContain('Spanish');
});

test('a claim has no such talk', () => {
  expect(talkIn('Airflow or something like it', 'claim')).toEqual([]);
});
