/** Words of one name that a claim says of two things: "security guard for a TV network" is no network security. */
import { sameWord } from '../../domain/stems.js';
import { type Token, tokensOf } from '../../domain/tokens.js';
import { fillerWords } from '../items/filler.js';
import type { Place } from './places.js';

const and = /^(?:and|or|und|oder|y|o|e|ou)$/;
const article = /^(?:a|an|the|his|her|their|ein|eine|einen|einer|der|die|das|un|una|el|la|um|uma)$/;
const leadsElsewhere = /^(?:for|in|at|with|to|from|on|by|as|fur|mit|bei|als|para|con|com|como|por)$/;

export function standApart({ text, at }: Place, said: string): boolean {
  const words = tokensOf(said).map(({ word }) => word);
  if (words.length < 2) return false;
  const tokens = tokensOf(text).filter(({ from, to }) => from >= at[0] && to <= at[1]);
  const held = tokens.flatMap((token, place) => (words.some((one) => sameWord(one, token.word)) ? [place] : []));
  const gaps = held.slice(1).map((place, n) => tokens.slice((held[n] ?? 0) + 1, place));
  return gaps.length > 0 && gaps.every(isApart);
}

function isApart(between: readonly Token[]): boolean {
  const words = between.map(({ word }) => word);
  const joint = words.findIndex((word) => and.test(word));
  if (joint >= 0) return article.test(words[joint + 1] ?? '');
  // "Security guard for": something else is named before another place is.
  const tells = (word: string | undefined) =>
    word !== undefined && !fillerWords.has(word) && !leadsElsewhere.test(word);
  return tells(words[0]) && words.some((word) => leadsElsewhere.test(word));
}
