import { lowestBit, type SparseVector } from './sparse-vector.js';

/** Entries of a triangular matrix without its diagonal, by the number of their pivot: lists of later or earlier pivots. */
export class Triangle {
  start = new Int32Array(1);
  index = new Int32Array(64);
  value = new Float64Array(64);

  resize(size: number): void {
    if (this.start.length < size + 2) this.start = new Int32Array(size + 34);
  }

  put(at: number, index: number, value: number): void {
    if (at === this.index.length) this.#grow();
    this.index[at] = index;
    this.value[at] = value;
  }

  #grow(): void {
    const [index, value] = [this.index, this.value];
    this.index = new Int32Array(2 * index.length);
    this.value = new Float64Array(2 * value.length);
    this.index.set(index);
    this.value.set(value);
  }

  /** Becomes the transposed of another. */
  transpose(of: Triangle, size: number): void {
    this.resize(size);
    const entries = of.start[size]!;
    if (this.index.length < entries) {
      this.index = new Int32Array(2 * entries);
      this.value = new Float64Array(2 * entries);
    }
    // Counted one place ahead, so that each start has moved to its own place when all entries are in.
    const { start, index, value } = this;
    start.fill(0, 0, size + 2);
    for (let e = 0; e < entries; e++) start[of.index[e]! + 2]!++;
    for (let k = 2; k <= size; k++) start[k]! += start[k - 1]!;
    for (let k = 0; k < size; k++) {
      for (let e = of.start[k]!, end = of.start[k + 1]!; e < end; e++) {
        const at = start[of.index[e]! + 1]!++;
        index[at] = k;
        value[at] = of.value[e]!;
      }
    }
  }

  /** Takes every entry of `vector`, divided by its pivot, out of the later ones it is listed with. */
  solveUpwards(vector: SparseVector, pivotInverse: Float64Array | undefined): void {
    const { bits } = vector;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!, passed = 0; left !== 0; left = bits[w]! & ~passed) {
        const bit = lowestBit(left);
        passed |= 1 << bit;
        this.#takeOut((w << 5) + bit, vector, pivotInverse);
      }
    }
  }

  /** The same from the last pivot to the first, out of the earlier ones. */
  solveDownwards(vector: SparseVector, pivotInverse: Float64Array | undefined): void {
    const { bits } = vector;
    for (let w = bits.length - 1; w >= 0; w--) {
      for (let left = bits[w]!, passed = 0; left !== 0; left = bits[w]! & ~passed) {
        const bit = 31 - Math.clz32(left);
        passed |= 1 << bit;
        this.#takeOut((w << 5) + bit, vector, pivotInverse);
      }
    }
  }

  /** Divides entry k by its pivot and takes it out of those it is listed with. */
  #takeOut(k: number, { number, bits }: SparseVector, pivotInverse: Float64Array | undefined): void {
    if (number[k] === 0) return;
    if (pivotInverse !== undefined) number[k]! *= pivotInverse[k]!;
    const solved = number[k]!;
    const { start, index, value } = this;
    for (let e = start[k]!, end = start[k + 1]!; e < end; e++) {
      const at = index[e]!;
      number[at]! -= value[e]! * solved;
      bits[at >> 5]! |= 1 << at;
    }
  }
}
