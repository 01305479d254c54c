/** A pattern of whole words and phrases, in any letters. */
export function cueWords(parts: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${parts.join('|')})(?![\\p{L}])`, 'iu');
}
