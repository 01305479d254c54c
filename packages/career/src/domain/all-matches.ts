const none: readonly RegExpExecArray[] = [];

/** All matches of a pattern. Most texts hold none, and `matchAll` makes a new pattern for each of them to say so. */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return text.search(pattern) < 0 ? none : [...text.matchAll(pattern)];
}
