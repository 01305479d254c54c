import { distance } from 'fastest-levenshtein';

/** The candidate that somebody probably meant, or undefined when none is close. */
export function closestWord(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, edits: editsBetween(plain(word), plain(candidate)) }));
  const [best] = scored.sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** `mpc` is one slip away from `mcp`: letters in another order are as near as one that is wrong. */
function editsBetween(one: string, other: string): number {
  const isShuffled = one !== other && letters(one) === letters(other);
  return isShuffled ? 1 : distance(one, other);
}

function letters(word: string): string {
  return [...word].sort().join('');
}

/** `enabled_tools` and `EnabledTools` are the same wish. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_.]/g, '');
}
