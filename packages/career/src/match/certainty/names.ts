/** Whether two names say the same by a word they share. */
import { sameWord } from '../../domain/stems.js';
import { type Token, tokensOf } from '../../domain/tokens.js';

const fewestLetters = 3;
const beginning = 5;

function alike({ word: one }: Token, { word: other }: Token): boolean {
  if (one.length < fewestLetters) return one === other;
  if (one === other || sameWord(one, other)) return true;
  // German writes "Lager" into "Fachlagerist".
  return [
    [one, other],
    [other, one],
  ].some(([a = '', b = '']) => a.length >= beginning && b.includes(a.slice(0, beginning)));
}

export function sharesAWord(one: string, other: string): boolean {
  const others = tokensOf(other);
  return tokensOf(one).some((token) => others.some((two) => alike(token, two)));
}
