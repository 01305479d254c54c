/** The candidate that somebody probably meant, or undefined when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, distance: distanceOf(plain(word), plain(candidate)) }));
  const best = scored.sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** `enabled_tools` and `EnabledTools` are the same wish. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_.]/g, '');
}

/** Edit distance in which two swapped neighbours count once (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
