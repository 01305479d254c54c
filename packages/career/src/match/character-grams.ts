/**
 * Similarity of spelling: cosine over character 3- and 4-grams of each word, with word boundaries. It forgives endings,
 * compounds and typing errors that whole words do not.
 */
export type Grams = ReadonlyMap<string, number>;

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
  return counts;
}

export function gramNorm(grams: Grams): number {
  let squares = 0;
  for (const count of grams.values()) squares += count * count;
  return Math.sqrt(squares);
}

export function gramSimilarity(a: Grams, b: Grams): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [gram, count] of small) dot += count * (large.get(gram) ?? 0);
  return dot === 0 ? 0 : dot / (gramNorm(a) * gramNorm(b));
}
