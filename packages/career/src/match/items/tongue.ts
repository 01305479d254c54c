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

/** The languages that a small word belongs to, by their places. */
const tonguesOf = new Map<string, number[]>();
tongues.forEach((tongue, at) => {
  for (const word of small[tongue]) tonguesOf.set(word, [...(tonguesOf.get(word) ?? []), at]);
});

/** English when a text has too few small words to tell. */
export const tongueAt = (place: number | undefined): ParsedItem['tongue'] => tongues[place ?? 0] ?? 'en';

/** A single letter may stand for anything ("e. V."): it takes two of them, or a word, to tell. */
const weightOf = (word: string) => (word.length === 1 ? 0.5 : 1);

/** The place of the language in the vocabulary, or undefined when a text has too few small words to tell. */
export function certainTongue(tokens: readonly Token[]): number | undefined {
  const counts = tongues.map(() => 0);
  for (const { word, raw } of tokens) {
    for (const at of tonguesOf.get(word) ?? none) counts[at] = (counts[at] ?? 0) + weightOf(word);
    const spelled = letters.findIndex((of) => of?.test(raw));
    if (spelled >= 0) counts[spelled] = (counts[spelled] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const [best = 0, second] = counts.flatMap((count, at) => (count === most ? [at] : []));
  return most < 1 || (second !== undefined && best < 2) ? undefined : best;
}

const none: readonly number[] = [];

/** Letters and endings that only one of the four languages writes: "Eingewöhnung", "revisión", "supervisão". */
const letters: readonly (RegExp | undefined)[] = [undefined, /[äöß]|(?<!g)ü/iu, /ñ|ión$/iu, /[ãõçâêô]/iu];
