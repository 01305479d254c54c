import { type CutPool, cutBlock } from './cut-pool.js';
import type { FutureCost } from './solver.js';

/** Incremental changes of the intercepts are recomputed from scratch this often, so that rounding cannot pile up. */
const refreshLimit = 50;

/**
 * What a solver knows about its cut pool: the part that does not depend on columns, and the price of every cut.
 *
 * `level[c] = intercept + Σ slope · constant state` moves with the scenario, `price()` adds `Σ slope · column state`.
 * Inactive cuts have level -Infinity and so are never violated. Everything is a pure function of pool and constants
 * after `forget()`, which is what makes restored solvers repeat bit for bit.
 */
export class CutValues {
  cuts: CutPool;
  count = 0;
  level: Float64Array;
  /** Height of every cut over the last priced point; compare with theta. */
  height: Float64Array;
  /** The highest cut of every block of 64: most blocks need no closer look. */
  blockHeight: Float64Array;
  /** 1 / the size of the cut row, to compare violations of different cuts. */
  scale: Float64Array;
  /** Values of outgoing states: constants as told, columns as priced last. */
  readonly state: Float64Array;
  readonly stateColumn: Int32Array;
  readonly columnStates: Int32Array;
  readonly constantStates: Int32Array;
  readonly #applied: Float64Array;
  readonly #dirty: Int32Array;
  readonly #isDirty: Uint8Array;
  #dirtyCount = 0;
  #refreshes = 0;
  #stale = true;
  #generation = 0;

  readonly #stateSize: Float64Array;
  readonly #thetaSize: Float64Array;

  /** Sizes are the units in which a solver measures the columns; one where it does not scale. */
  constructor(future: FutureCost, sizeOf: (column: number) => number = () => 1) {
    const { stateColumn, cuts } = future;
    this.#stateSize = Float64Array.from(stateColumn, (column) => (column < 0 ? 0 : sizeOf(column)));
    this.#thetaSize = Float64Array.from(future.thetaColumn, sizeOf);
    this.cuts = cuts;
    this.stateColumn = stateColumn;
    const states = [...stateColumn.keys()];
    this.columnStates = Int32Array.from(states.filter((s) => stateColumn[s]! >= 0));
    this.constantStates = Int32Array.from(states.filter((s) => stateColumn[s]! < 0));
    this.state = new Float64Array(stateColumn.length);
    this.#applied = new Float64Array(stateColumn.length);
    this.#dirty = new Int32Array(stateColumn.length);
    this.#isDirty = new Uint8Array(stateColumn.length);
    this.level = new Float64Array(0);
    this.height = new Float64Array(0);
    this.scale = new Float64Array(0);
    this.blockHeight = new Float64Array(0);
    this.#makeRoom();
  }

  setConstant(state: number, value: number): void {
    if (this.state[state] === value) return;
    this.state[state] = value;
    if (this.#isDirty[state] === 1) return;
    this.#isDirty[state] = 1;
    this.#dirty[this.#dirtyCount++] = state;
  }

  attach(cuts: CutPool): void {
    this.cuts = cuts;
    this.#makeRoom();
  }

  /** Returns false when a cut was switched on or off, so that the caller looks at the rows it holds. */
  sync(): boolean {
    const before = this.count;
    this.count = this.cuts.count;
    const same = this.#generation === this.cuts.generation;
    this.#generation = this.cuts.generation;
    for (let c = before; c < this.count; c++) this.scale[c] = this.#scaleOf(c);
    if (same) this.#levels(before);
    else this.#stale = true;
    return same;
  }

  /** Makes the next refresh a complete one, unless nothing can have drifted. */
  forget(): void {
    if (this.constantStates.length > 0) this.#stale = true;
  }

  /** Brings `level` up to date with the constants. Returns true when anything moved. */
  refresh(): boolean {
    if (!this.#stale && this.#dirtyCount === 0) return false;
    const complete =
      this.#stale || this.#refreshes >= refreshLimit || this.#dirtyCount * 2 > this.constantStates.length;
    if (complete) this.#refreshAll();
    else this.#refreshDirty();
    return true;
  }

  /** `height[c]` for all cuts, from the column states in `state`; four states at a time, because memory is what costs. */
  price(): void {
    const { count, height, level, state, columnStates, cuts } = this;
    const { slope, stateCount } = cuts;
    const states = columnStates.length;
    for (let first = 0; first < count; first += cutBlock) {
      const last = Math.min(first + cutBlock, count);
      const block = first * stateCount - first;
      let base = level;
      let k = 0;
      for (; k + 3 < states; k += 4, base = height) {
        const s0 = columnStates[k]!;
        const s1 = columnStates[k + 1]!;
        const s2 = columnStates[k + 2]!;
        const s3 = columnStates[k + 3]!;
        const x0 = state[s0]!;
        const x1 = state[s1]!;
        const x2 = state[s2]!;
        const x3 = state[s3]!;
        const a0 = block + s0 * cutBlock;
        const a1 = block + s1 * cutBlock;
        const a2 = block + s2 * cutBlock;
        const a3 = block + s3 * cutBlock;
        for (let c = first; c < last; c++) {
          height[c] =
            base[c]! + (slope[a0 + c]! * x0 + slope[a1 + c]! * x1) + (slope[a2 + c]! * x2 + slope[a3 + c]! * x3);
        }
      }
      for (; k < states; k++, base = height) {
        const x = state[columnStates[k]!]!;
        const shift = block + columnStates[k]! * cutBlock;
        for (let c = first; c < last; c++) height[c] = base[c]! + slope[shift + c]! * x;
      }
      if (states === 0) for (let c = first; c < last; c++) height[c] = level[c]!;
      let most = height[first]!;
      for (let c = first + 1; c < last; c++) if (height[c]! > most) most = height[c]!;
      this.blockHeight[first / cutBlock] = most;
    }
  }

  #refreshAll(): void {
    this.#applied.set(this.state);
    this.#levels(0);
    this.#clearDirty();
    this.#refreshes = 0;
    this.#stale = false;
  }

  #refreshDirty(): void {
    const { level, count, cuts } = this;
    const { slope, stateCount } = cuts;
    for (let k = 0; k < this.#dirtyCount; k++) {
      const s = this.#dirty[k]!;
      const delta = this.state[s]! - this.#applied[s]!;
      this.#applied[s] = this.state[s]!;
      for (let first = 0; first < count; first += cutBlock) {
        const last = Math.min(first + cutBlock, count);
        const shift = first * stateCount + s * cutBlock - first;
        for (let c = first; c < last; c++) level[c]! += slope[shift + c]! * delta;
      }
    }
    this.#clearDirty();
    this.#refreshes++;
  }

  #clearDirty(): void {
    for (let k = 0; k < this.#dirtyCount; k++) this.#isDirty[this.#dirty[k]!] = 0;
    this.#dirtyCount = 0;
  }

  #levels(from: number): void {
    for (let c = from; c < this.count; c++) this.level[c] = this.#levelOf(c);
  }

  #levelOf(c: number): number {
    if (this.cuts.active[c] === 0) return Number.NEGATIVE_INFINITY;
    let level = this.cuts.intercept[c]!;
    for (let k = 0; k < this.constantStates.length; k++) {
      const s = this.constantStates[k]!;
      level += this.cuts.slopeOf(c, s) * this.#applied[s]!;
    }
    return level;
  }

  #scaleOf(c: number): number {
    let largest = this.#thetaSize[this.cuts.theta[c]!]!;
    for (let k = 0; k < this.columnStates.length; k++) {
      const s = this.columnStates[k]!;
      largest = Math.max(largest, Math.abs(this.cuts.slopeOf(c, s)) * this.#stateSize[s]!);
    }
    return 2 ** -Math.round(Math.log2(largest));
  }

  #makeRoom(): void {
    const capacity = this.cuts.capacity;
    this.level = widened(this.level, capacity);
    this.height = widened(this.height, capacity);
    this.scale = widened(this.scale, capacity);
    this.blockHeight = widened(this.blockHeight, capacity / cutBlock);
  }
}

function widened(values: Float64Array, length: number): Float64Array {
  if (length <= values.length) return values;
  const wider = new Float64Array(length);
  wider.set(values);
  return wider;
}
