import { distance } from 'fastest-levenshtein';

/** The candidate that somebody probably meant, or undefined when none is close. */
export function closestWord(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, edits: distance(plain(word), plain(candidate)) }));
  const [best] = scored.sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.max(1, Math.ceil(word.length / 3)) ? best.candidate : undefined;
}

/** `enabled_tools` and `EnabledTools` are the same wish. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_.]/g, '');
}
