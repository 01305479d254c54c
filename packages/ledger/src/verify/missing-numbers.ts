/** Which numbers were passed over so far. An entry that turns up late is taken out again: it was moved, not removed. */
export class MissingNumbers {
  #ranges: (readonly [from: number, to: number])[] = [];

  add(from: number, to: number): void {
    this.#ranges.push([from, to]);
  }

  /** Takes one number out; false when it was not missing. */
  remove(number: number): boolean {
    const at = this.#ranges.findIndex(([from, to]) => from <= number && number <= to);
    if (at < 0) return false;
    const [from, to] = this.#ranges[at] as readonly [number, number];
    const rest: (readonly [number, number])[] = [];
    if (from < number) rest.push([from, number - 1]);
    if (number < to) rest.push([number + 1, to]);
    this.#ranges.splice(at, 1, ...rest);
    return true;
  }

  ranges(): readonly (readonly [from: number, to: number])[] {
    return this.#ranges;
  }
}
