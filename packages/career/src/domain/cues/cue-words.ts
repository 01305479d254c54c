/** A pattern of whole words and phrases, in any letters: `\w` stands for a letter of any language, "valorará" included. */
export function cueWords(parts: readonly string[]): RegExp {
  const letters = parts.join('|').replaceAll('\\w', '[\\p{L}\\p{N}]');
  return new RegExp(`(?<![\\p{L}])(?:${letters})(?![\\p{L}])`, 'iu');
}
