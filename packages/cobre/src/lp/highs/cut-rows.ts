/** Which cuts are rows of a model, in the order in which they stand behind its own rows. */
export class CutRows {
  readonly #slots: number[] = [];
  readonly #rowOf: number[] = [];

  /** Cut slots in the order of their rows. */
  get slots(): readonly number[] {
    return this.#slots;
  }

  get count(): number {
    return this.#slots.length;
  }

  /** Among the rows of cuts; -1 for a cut that is none. */
  rowOf(slot: number): number {
    return this.#rowOf[slot] ?? -1;
  }

  /** Slots up to this number are known. */
  grow(count: number): void {
    while (this.#rowOf.length < count) this.#rowOf.push(-1);
  }

  push(slot: number): void {
    this.#rowOf[slot] = this.#slots.push(slot) - 1;
  }

  clear(): void {
    for (const slot of this.#slots) this.#rowOf[slot] = -1;
    this.#slots.length = 0;
  }

  /** The rows that stay move up; `moved` hears from where to where. */
  remove(leaving: readonly number[], moved: (from: number, to: number) => void): void {
    const gone = new Set(leaving);
    const kept = this.#slots.map((slot, row) => ({ slot, row })).filter(({ slot }) => !gone.has(slot));
    this.clear();
    for (const { slot, row } of kept) {
      this.push(slot);
      moved(row, this.rowOf(slot));
    }
  }
}
