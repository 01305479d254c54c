/**
 * About how many tokens a model makes of a text. Vocabularies differ and are megabytes, so they are not loaded for this: a
 * token is at most a word with the sign before it, three digits, or a run of signs, and long words are cut once more. Numbers
 * cost twice what the usual rule of four characters says, and answers of ours are full of them.
 */
const pieces = /[^\s\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\n\s*/gu;
/** Letters that most words of one token have at the most. */
const wholeWord = 6;
/** What a longer text has is estimated from its beginning. */
const countedCharacters = 16_000;

export function estimatedTokens(text: string): number {
  const counted = text.slice(0, countedCharacters);
  let tokens = 0;
  for (const [piece] of counted.matchAll(pieces)) tokens += Math.ceil(piece.length / wholeWord);
  return counted.length === text.length ? tokens : Math.ceil((tokens * text.length) / counted.length);
}
