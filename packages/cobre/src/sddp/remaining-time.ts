/**
 * How long a training will still take. Iterations get longer as cuts are added, about as much each time, so the ones to come
 * are read off a straight line through the last ones; the one under way by how much of its problems is solved. On a machine
 * that others use, iterations differ for no reason of theirs: the line rises only as far as that cannot be chance.
 */
export class RemainingTime {
  readonly #iterationMs: number[] = [];

  /** Iterations on the line: recent ones, because threads join and machines get busy. */
  static readonly remembered = 8;

  iterated(milliseconds: number): void {
    this.#iterationMs.push(milliseconds);
    if (this.#iterationMs.length > RemainingTime.remembered) this.#iterationMs.shift();
  }

  /**
   * With so many whole iterations to come after the one under way, of whose counted problems `share` is done in `spentMs`, the
   * first `beforeMs` of which went by before any of them; null while nothing is known. A share of 0 with nothing spent stands
   * between two iterations.
   */
  left(iterationsToCome: number, share: number, spentMs: number, beforeMs = 0): number | null {
    const now = this.#present(share, spentMs, beforeMs);
    if (now === null) return null;
    const { first, growth } = this.#line(share > 0 ? Math.max(now, spentMs) : null);
    const toCome = iterationsToCome * first + (growth * iterationsToCome * (iterationsToCome - 1)) / 2;
    return Math.max(0, now - spentMs) + toCome;
  }

  /** What the iteration under way takes as a whole. */
  #present(share: number, spentMs: number, beforeMs: number): number | null {
    const expected = this.#iterationMs.length > 0 ? this.#line(null).first : null;
    if (share <= 0) return spentMs > 0 ? expected : this.#iterationMs.length > 0 ? 0 : null;
    const measured = beforeMs + (spentMs - beforeMs) / share;
    // What is measured counts the more, the more of it there is.
    return expected === null ? measured : share * measured + (1 - share) * expected;
  }

  /** The next iteration after those known (and one that is nearly known), and by how much each further one is longer. */
  #line(present: number | null): { readonly first: number; readonly growth: number } {
    const known = present === null ? this.#iterationMs : [...this.#iterationMs, present];
    const n = known.length;
    const [meanX, meanY] = [(n - 1) / 2, known.reduce((sum, y) => sum + y, 0) / n];
    const spread = known.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0);
    const slope = spread > 0 ? known.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0) / spread : 0;
    const scatter = known.reduce((sum, y, x) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
    // Two points lie on any line, so they tell nothing of it.
    const doubt = n < 3 ? slope : 2 * Math.sqrt(scatter / (n - 2) / spread);
    const growth = Math.max(0, slope - doubt);
    return { first: meanY + growth * (n - meanX), growth };
  }
}
