/**
 * Similarity of spelling: cosine over character 3- and 4-grams of each word, with word boundaries. It forgives endings,
 * compounds and typing errors that whole words do not.
 */
export interface Grams {
  readonly counts: ReadonlyMap<string, number>;
  readonly norm: number;
}

export function characterGrams(words: readonly string[]): Grams {
  const counts = new Map<string, number>();
  for (const word of words) {
    const padded = ` ${word} `;
    for (const size of [3, 4]) {
      for (let at = 0; at + size <= padded.length; at++) {
        const gram = padded.slice(at, at + size);
        counts.set(gram, (counts.get(gram) ?? 0) + 1);
      }
    }
  }
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return { counts, norm: Math.sqrt(squares) };
}
