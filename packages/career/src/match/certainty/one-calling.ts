/** Professions that go by several names in one language: whoever is called by one of them is what the other asks for. */
import { sameWord } from '../../domain/stems.js';
import { tokensOf } from '../../domain/tokens.js';
import { linesOf } from '../../taxonomy/artefacts.js';

const callings = linesOf('words/callings.txt').map((line) => line.split(' '));

export function isOneCalling(one: string, other: string): boolean {
  const [asked, shown] = [one, other].map((text) => tokensOf(text).map(({ word }) => word));
  const isIn = (words: readonly string[] | undefined, names: readonly string[]) =>
    (words ?? []).some((word) => names.some((name) => name === word || sameWord(name, word)));
  return callings.some((names) => isIn(asked, names) && isIn(shown, names));
}
