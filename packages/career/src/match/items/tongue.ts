/** The language of a text by its smallest words; English when nothing tells. */
import type { ParsedItem } from '../../domain/parsed-item.js';
import type { Token } from '../../domain/tokens.js';

const small: Readonly<Record<ParsedItem['tongue'], ReadonlySet<string>>> = {
  en: new Set(
    'the and of with for to an or on at you your we experience knowledge skills years at least from by as was is in a'.split(
      ' ',
    ),
  ),
  de: new Set(
    'der die das und mit von im fur zu den oder bei als sie ihre kenntnisse erfahrung jahre eine einen einer des dem zum zur am mindestens sowie gute sehr in als auf'.split(
      ' ',
    ),
  ),
  es: new Set(
    'el la los las y con de en para un una al del anos experiencia conocimientos se como nivel por titulo manejo minimo'.split(
      ' ',
    ),
  ),
  pt: new Set(
    'os as com de em para um uma ou ao do da dos das anos experiencia conhecimentos na e como nivel por boa'.split(' '),
  ),
};

const tongues = Object.keys(small) as ParsedItem['tongue'][];

export function tongueOf(tokens: readonly Token[]): ParsedItem['tongue'] {
  return tongues[certainTongue(tokens) ?? 0] ?? 'en';
}

/** The place of the language in the vocabulary, or undefined when a text has too few small words to tell. */
export function certainTongue(tokens: readonly Token[]): number | undefined {
  const counts = tongues.map((tongue, at) => ({
    at,
    count: tokens.filter(({ word }) => small[tongue].has(word)).length,
  }));
  const [best, second] = [...counts].sort((a, b) => b.count - a.count);
  return best === undefined || best.count === 0 || (best.count === second?.count && best.at < 2) ? undefined : best.at;
}
