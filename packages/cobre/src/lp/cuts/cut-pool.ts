import { Fault } from '@quadrivium/kernel/fault';

/** Cuts are stored in blocks of this many, so that pricing runs over contiguous numbers and pools can grow by copying. */
export const cutBlock = 64;

/** Slopes at or below this are noise of the duals they came from; solvers choke on them. */
const negligibleSlope = 1e-9;

const countSlot = 0;
const generationSlot = 1;

/** What a worker needs to see the same pool: plain numbers and one SharedArrayBuffer, sendable as it is. */
export interface CutPoolHandle {
  readonly stateCount: number;
  readonly capacity: number;
  readonly buffer: SharedArrayBuffer;
  readonly states: Int32Array | null;
}

/**
 * The future-cost cuts of one stage, shared by every worker: `theta[k] >= intercept + slope · outgoing state`.
 *
 * Slots are written once and never move, so a cut's slot is its identity. Cut selection only clears the active mask.
 * Writers fill different slots and a barrier of the caller separates writing from `StageSolver.syncCuts`.
 * Slopes lie in blocks, `slope[(block · stateCount + state) · 64 + lane]`.
 */
export class CutPool {
  readonly stateCount: number;
  readonly capacity: number;
  readonly buffer: SharedArrayBuffer;
  /** The places of the state vector that slopes belong to, in order; null for all of them. */
  readonly states: Int32Array | null;
  readonly intercept: Float64Array;
  readonly slope: Float64Array;
  /** Which theta column the cut bounds; always 0 with single cuts. */
  readonly theta: Int32Array;
  readonly active: Uint8Array;
  readonly #header: Int32Array;

  private constructor(handle: CutPoolHandle) {
    const { stateCount, capacity, buffer, states } = handle;
    this.stateCount = stateCount;
    this.capacity = capacity;
    this.buffer = buffer;
    this.states = states;
    this.#header = new Int32Array(buffer, 0, 2);
    this.intercept = new Float64Array(buffer, 8, capacity);
    this.slope = new Float64Array(buffer, 8 + capacity * 8, capacity * stateCount);
    this.theta = new Int32Array(buffer, 8 + capacity * 8 * (1 + stateCount), capacity);
    this.active = new Uint8Array(buffer, 8 + capacity * 8 * (1 + stateCount) + capacity * 4, capacity);
  }

  static create(stateCount: number, atLeast: number, states: Int32Array | null = null): CutPool {
    const capacity = Math.max(1, Math.ceil(atLeast / cutBlock)) * cutBlock;
    const bytes = 8 + capacity * (8 * (1 + stateCount) + 4 + 1);
    return new CutPool({ stateCount, capacity, buffer: new SharedArrayBuffer(bytes), states });
  }

  static attach(handle: CutPoolHandle): CutPool {
    return new CutPool(handle);
  }

  get handle(): CutPoolHandle {
    return { stateCount: this.stateCount, capacity: this.capacity, buffer: this.buffer, states: this.states };
  }

  /** The same cuts, read as slopes towards these places of the state vector. */
  over(states: Int32Array): CutPool {
    return new CutPool({ ...this.handle, states });
  }

  /** The place of the state vector that a slope belongs to. */
  placeOf(state: number): number {
    return this.states === null ? state : this.states[state]!;
  }

  /** One more than the highest slot ever written; slots below it may be inactive. */
  get count(): number {
    return Atomics.load(this.#header, countSlot);
  }

  /** Changes whenever a cut is switched on or off, so that solvers notice without scanning. */
  get generation(): number {
    return Atomics.load(this.#header, generationSlot);
  }

  /** Appends and returns the slot. Single writer only; parallel writers use `write` with slots of their own. */
  add(intercept: number, slope: ArrayLike<number>, theta = 0): number {
    const slot = this.count;
    this.write(slot, intercept, slope, theta);
    return slot;
  }

  write(slot: number, intercept: number, slope: ArrayLike<number>, theta = 0): void {
    if (slot >= this.capacity) {
      throw new Fault('SolverFailure', `The cut pool holds ${this.capacity} cuts and slot ${slot} was asked for.`, {
        suggestion: 'Create the pool with room for every iteration, or continue with pool.grown(capacity).',
      });
    }
    this.intercept[slot] = intercept;
    this.theta[slot] = theta;
    const first = this.slopeAt(slot, 0);
    for (let s = 0; s < this.stateCount; s++) {
      const pi = slope[s] ?? 0;
      this.slope[first + s * cutBlock] = Math.abs(pi) <= negligibleSlope ? 0 : pi;
    }
    this.active[slot] = 1;
    this.#raiseCount(slot + 1);
  }

  setActive(slot: number, active: boolean): void {
    if ((this.active[slot] === 1) === active) return;
    this.active[slot] = active ? 1 : 0;
    Atomics.add(this.#header, generationSlot, 1);
  }

  /** Where the slope of a cut towards a state lies in `slope`; the next state is `cutBlock` further. */
  slopeAt(slot: number, state: number): number {
    return ((slot >> 6) * this.stateCount + state) * cutBlock + (slot & 63);
  }

  slopeOf(slot: number, state: number): number {
    return this.slope[this.slopeAt(slot, state)]!;
  }

  /** Empties the pool for a new training; solvers on it must be made anew. */
  clear(): void {
    this.active.fill(0);
    this.#header.fill(0);
  }

  /** Forgets the cuts from a slot on; solvers that know them must be made anew. */
  cutBack(count: number): void {
    this.active.fill(0, count);
    Atomics.store(this.#header, countSlot, count);
  }

  /** A larger pool with the same cuts in the same slots; solvers are told with `attachCuts`. */
  grown(capacity: number): CutPool {
    const larger = CutPool.create(this.stateCount, Math.max(capacity, this.capacity), this.states);
    larger.intercept.set(this.intercept);
    larger.slope.set(this.slope);
    larger.theta.set(this.theta);
    larger.active.set(this.active);
    larger.#header.set(this.#header);
    return larger;
  }

  #raiseCount(to: number): void {
    for (let seen = this.count; seen < to; ) {
      const found = Atomics.compareExchange(this.#header, countSlot, seen, to);
      if (found === seen) return;
      seen = found;
    }
  }
}
