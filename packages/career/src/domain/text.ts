/**
 * Text rules of the seed's matcher, kept to the letter: ASCII only, no stop words, no stemming. They are what
 * `deterministic_lexical_v0.1` and the stored tags mean; the better tokeniser for people's words lives in `domain/words.ts`.
 */

/** A–Z only; everything outside ASCII is left as it is. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Removes space, tab, line feed and carriage return at both ends, and nothing else. */
export function trimBlank(text: string): string {
  return text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '');
}

/** Runs of ASCII letters and digits, lower-cased, in order, at least `minLength` long. */
export function tokenize(text: string, minLength = 2): string[] {
  const runs = text.match(/[A-Za-z0-9]+/g) ?? [];
  return runs.filter((run) => run.length >= minLength).map(lowerAscii);
}

/** Tokens are ASCII, so comparing code units is comparing bytes. */
export function byteOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sortedUnique(tokens: Iterable<string>): string[] {
  return [...new Set(tokens)].sort(byteOrder);
}

/** Every tag is tokenised, so a tag of several words becomes several tags. */
export function normalizeTags(tags: readonly string[]): string[] {
  return sortedUnique(tags.flatMap((tag) => tokenize(tag)));
}
