/** Words as a sentence offers them: a, b or c. */
export function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
