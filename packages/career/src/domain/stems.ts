/**
 * Words of four languages and their stems. A stem alone joins too much ("organ" and "organisation"): two words are the same
 * when a stemmer of some language says so and they differ in no more than an ending.
 */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** In this order everywhere: English, German, Spanish, Portuguese. */
const stemmers = [english, german, spanish, portuguese] as const;

export const tongueCount = stemmers.length;

const known = new Map<string, readonly string[]>();

/** Names with digits or signs and very short words have no endings to lose. */
const isPlain = (word: string) => word.length > 3 && /^\p{L}+$/u.test(word);

/** The stems of a folded word, one for each language. */
export function stemsOf(word: string): readonly string[] {
  const kept = known.get(word);
  if (kept) return kept;
  const stems = isPlain(word) ? stemmers.map((stem) => stem(word)) : stemmers.map(() => word);
  if (known.size < 200_000) known.set(word, stems);
  return stems;
}

const longestEnding = 4;
const shortestRoot = 3;

/** Whether two folded words are forms of one: "welder" and "welding" are, "engine" and "engineering" are not. */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (!isPlain(one) || !isPlain(other) || !differInEnding(one, other)) return false;
  const [a, b] = [stemsOf(one), stemsOf(other)];
  return a.some((stem, tongue) => stem === b[tongue]);
}

export function differInEnding(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  let shared = 0;
  while (shared < longer && one[shared] === other[shared]) shared += 1;
  return shared >= shortestRoot && longer - shared <= longestEnding;
}
