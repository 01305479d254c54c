import type { FutureCost } from '../solver.js';
import { type CutPool, cutBlock } from './cut-pool.js';
import { type PricingMemory, releasePricingMemory, takePricingMemory } from './pricing-memory.js';

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
  level: Float64Array<ArrayBuffer>;
  /** Height of every cut over the last priced point; compare with theta. */
  height: Float64Array;
  /** The highest cut of every block of 64: most blocks need no closer look. */
  blockHeight: Float64Array;
  /** 1 / the size of the cut row, to compare violations of different cuts. */
  scale: Float64Array;
  /** Values of outgoing states: constants as told, columns as priced last. */
  readonly state: Float64Array;
  readonly stateColumn: Int32Array;
  readonly thetaColumn: Int32Array;
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
  #memory: PricingMemory | undefined;
  /** Slopes towards the column states, and the values of those; copies that the pricing code can see. */
  #slope: Float64Array = new Float64Array(0);
  #x: Float64Array = new Float64Array(0);

  /** Sizes are the units in which a solver measures the columns; one where it does not scale. */
  constructor(future: FutureCost, sizeOf: (column: number) => number = () => 1) {
    const { stateColumn, cuts } = future;
    this.#stateSize = Float64Array.from(stateColumn, (column) => (column < 0 ? 0 : sizeOf(column)));
    this.#thetaSize = Float64Array.from(future.thetaColumn, sizeOf);
    this.cuts = cuts;
    this.stateColumn = stateColumn;
    this.thetaColumn = future.thetaColumn;
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
    this.#grow();
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
    this.#grow();
  }

  /** Returns false when a cut was switched on or off, so that the caller looks at the rows it holds. */
  sync(): boolean {
    const before = this.count;
    this.count = this.cuts.count;
    const same = this.#generation === this.cuts.generation;
    this.#generation = this.cuts.generation;
    for (let c = before; c < this.count; c++) {
      this.scale[c] = this.#scaleOf(c);
      this.#copySlopes(c);
    }
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

  /** `height[c]` for all cuts, from the column states in `state`. */
  price(): void {
    const { columnStates, state, level, height, blockHeight } = this;
    const states = columnStates.length;
    const blocks = Math.ceil(this.count / cutBlock);
    const x = this.#x;
    for (let k = 0; k < states; k++) x[k] = state[columnStates[k]!]!;
    if (states > 0) {
      const { byteOffset: slope } = this.#slope;
      const { byteOffset: values } = x;
      this.#memory!.price(blocks, states, level.byteOffset, height.byteOffset, blockHeight.byteOffset, slope, values);
    } else this.#priceConstants(blocks);
  }

  /** Gives its memory back; nothing works afterwards. */
  dispose(): void {
    if (this.#memory !== undefined) releasePricingMemory(this.#memory);
    this.#memory = undefined;
    this.level = new Float64Array(0);
    this.height = this.level;
    this.blockHeight = this.level;
    this.#slope = this.level;
    this.#x = this.level;
  }

  #priceConstants(blocks: number): void {
    for (let block = 0; block < blocks; block++) {
      let most = -Infinity;
      for (let c = block * cutBlock; c < (block + 1) * cutBlock; c++) {
        this.height[c] = this.level[c]!;
        if (this.level[c]! > most) most = this.level[c]!;
      }
      this.blockHeight[block] = most;
    }
  }

  #copySlopes(c: number): void {
    const { cuts, columnStates } = this;
    const block = c - (c % cutBlock);
    for (let k = 0; k < columnStates.length; k++) {
      this.#slope[block * columnStates.length + k * cutBlock + (c % cutBlock)] = cuts.slopeOf(c, columnStates[k]!);
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

  /** New memory for the pool's capacity, with everything that was known. Places without a cut lie below all others. */
  #grow(): void {
    const { capacity } = this.cuts;
    if (capacity <= this.level.length) return;
    const states = this.columnStates.length;
    const before = this.#memory;
    const memory = takePricingMemory(this, capacity * (states + 2) + capacity / cutBlock + states);
    const { level } = this;
    this.level = memory.numbers(capacity).fill(Number.NEGATIVE_INFINITY);
    this.level.set(level);
    this.height = memory.numbers(capacity);
    const slope = memory.numbers(capacity * states);
    slope.set(this.#slope);
    this.#slope = slope;
    this.blockHeight = memory.numbers(capacity / cutBlock);
    this.#x = memory.numbers(states);
    const scale = new Float64Array(capacity);
    scale.set(this.scale);
    this.scale = scale;
    this.#memory = memory;
    if (before !== undefined) releasePricingMemory(before);
  }
}
