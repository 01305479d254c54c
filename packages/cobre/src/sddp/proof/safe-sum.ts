/** Twice the unit roundoff of doubles; terms may themselves be products of up to three rounded factors. */
const roundoff = 2 ** -52;

/** A sum that knows how far rounding can have moved it: n terms err by less than (n + 4) roundoffs of their sizes. */
export class SafeSum {
  value = 0;
  #size = 0;
  #terms = 0;
  #given = 0;

  /** A term, and how far it may itself be off. */
  add(term: number, error = 0): void {
    this.value += term;
    this.#size += Math.abs(term);
    this.#given += error;
    this.#terms++;
  }

  get error(): number {
    return roundoff * (this.#terms + 4) * this.#size + 2 * this.#given;
  }

  /** What the exact sum is at least. */
  get least(): number {
    return this.value - this.error - roundoff * Math.abs(this.value);
  }

  /** What the exact sum is at most. */
  get most(): number {
    return this.value + this.error + roundoff * Math.abs(this.value);
  }
}
