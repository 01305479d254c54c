/** Names that a text spells out and shortens: "Legal Practice Course (LPC)" is one thing, and not practice of law. */
import type { Token } from '../../domain/tokens.js';
import type { PhraseUse } from '../../taxonomy/vocabulary-book.js';
import { fillerWords } from './filler.js';

export interface Definition {
  /** Words `at` up to `end` are the name, the next one is its short form. */
  readonly at: number;
  readonly end: number;
}

const short = /^[A-Z][A-Z0-9&-]{1,6}$/;
const mostWordsPerLetter = 2;

export const isAcronym = (raw: string): boolean => short.test(raw);

/** The first letters of the words that tell something. */
export function initialsOf(words: readonly string[]): string {
  return words.map((word) => word[0] ?? '').join('');
}

export function definitionsIn(text: string, tokens: readonly Token[]): Definition[] {
  return tokens.flatMap((token, at): Definition[] => {
    const before = tokens[at - 1];
    if (before === undefined || !isAcronym(token.raw)) return [];
    if (!/^\s*\($/.test(text.slice(before.to, token.from)) || text[token.to] !== ')') return [];
    const from = startOf(token.word, tokens, at);
    return from === undefined ? [] : [{ at: from, end: at }];
  });
}

/** Letters are found backwards; small words between may have none. */
function startOf(letters: string, tokens: readonly Token[], end: number): number | undefined {
  let left = letters.length - 1;
  for (let at = end - 1; at >= 0 && end - at <= letters.length * mostWordsPerLetter; at--) {
    const word = tokens[at]?.word ?? '';
    if (word.startsWith(letters[left] ?? ' ')) left -= 1;
    else if (!fillerWords.has(word)) return undefined;
    if (left < 0) return at;
  }
  return undefined;
}

/** A concept named by a part of such a name is not what is meant; one named by all of it, or by the short form, is. */
export function isPartOfName(use: PhraseUse, definitions: readonly Definition[]): boolean {
  return definitions.some(({ at, end }) => use.at >= at && use.end <= end && !(use.at === at && use.end === end));
}

/** "CPA-20" is no CPA: a number joined to a name makes another one of it. */
export function isNumbered(use: PhraseUse, text: string, tokens: readonly Token[]): boolean {
  const [last, next] = [tokens[use.end - 1], tokens[use.end]];
  if (last === undefined || next === undefined || !isAcronym(last.raw)) return false;
  return /^\d+$/.test(next.word) && text.slice(last.to, next.from) === '-';
}

/** The number of such a name: "ISO 17025", "CPA-20". */
export function isNumberOfName(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || !/^[A-Z][A-Z0-9&-]{0,6}$/.test(before.raw)) return false;
  return /^\d{1,5}$/.test(token.word) && /^[ -]?$/.test(text.slice(before.to, token.from));
}
