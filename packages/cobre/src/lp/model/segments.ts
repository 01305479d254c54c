import { basisCode } from '../solver.js';
import type { StageData } from './stage-data.js';

/** In place of a column: the slack of the row itself, or of a cut (from its origin upwards). */
export const rowMember = -1;
export const cutMember = -2;

/**
 * Piecewise linear variables: for every variable a chain of segments with rising cost.
 *
 * Segment s of variable v lies between `knot[knotAt(v) + s]` and the next knot, costs `cost[first[v] + s]` per unit, and
 * the variable's whole cost on it is `intercept + cost · X`. Positions are relative to `origin[v]`, so that a scenario
 * moves a row by one number. Only the first and the last segment may be infinite. A variable without any freedom has no
 * segment and two equal knots.
 */
export class Segments {
  readonly count: Int32Array;
  readonly first: Int32Array;
  readonly knot: Float64Array;
  readonly cost: Float64Array;
  readonly intercept: Float64Array;
  /** The costs without shifts. */
  readonly #trueCost: Float64Array;
  #shifted = false;
  readonly origin: Float64Array;
  readonly memberStart: Int32Array;
  /** Members in order of slope. */
  readonly memberColumn: Int32Array;
  readonly memberFactor: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #slope: Float64Array;
  readonly #columnCount: number;
  readonly #costScale: number;
  readonly #data: StageData;
  /** Variables for which one member can be traded against another at a profit without end. */
  readonly arbitrage = new Set<number>();

  constructor(
    members: readonly (readonly { readonly column: number; readonly factor: number }[])[],
    columnCount: number,
    costScale: number,
    data: StageData,
  ) {
    const total = members.reduce((sum, list) => sum + list.length, 0);
    this.#columnCount = columnCount;
    this.#costScale = costScale;
    this.#data = data;
    this.count = new Int32Array(members.length);
    this.origin = new Float64Array(members.length);
    this.memberStart = new Int32Array(members.length + 1);
    members.forEach((list, v) => {
      this.memberStart[v + 1] = this.memberStart[v]! + list.length;
    });
    this.first = this.memberStart.slice(0, members.length);
    this.memberColumn = Int32Array.from(members.flatMap((list) => list.map(({ column }) => column)));
    this.memberFactor = Float64Array.from(members.flatMap((list) => list.map(({ factor }) => factor)));
    this.knot = new Float64Array(total + members.length);
    this.cost = new Float64Array(total);
    this.#trueCost = new Float64Array(total);
    this.intercept = new Float64Array(total);
    this.#low = new Float64Array(total);
    this.#high = new Float64Array(total);
    this.#slope = new Float64Array(total);
    for (let v = 0; v < members.length; v++) this.rebuild(v);
  }

  /** Where the knots of a variable begin. */
  knotAt(v: number): number {
    return this.memberStart[v]! + v;
  }

  /** Lays the segments of a variable out again, after a bound or a cost of a member has changed. */
  rebuild(v: number): void {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    for (let k = from; k < to; k++) this.#measure(v, k);
    this.#sort(from, to);
    let [fallsAt, risesAt] = [-Infinity, Infinity];
    for (let k = from; k < to; k++) {
      if (this.#low[k] === -Infinity) fallsAt = Math.max(fallsAt, this.#slope[k]!);
      if (this.#high[k] === Infinity) risesAt = Math.min(risesAt, this.#slope[k]!);
    }
    if (fallsAt > risesAt) {
      this.#leaveFree(v);
      return;
    }
    this.arbitrage.delete(v);
    // Members cheaper than an endless fall are always full, members dearer than an endless rise always empty.
    for (let k = from; k < to; k++) {
      if (this.#slope[k]! < fallsAt) this.#low[k] = this.#high[k]!;
      if (this.#slope[k]! > risesAt) this.#high[k] = this.#low[k]!;
    }
    this.#layOut(v, from, to);
  }

  /** Makes a variable dearer by the same amount everywhere, until `restoreCosts`. */
  shiftCosts(v: number, by: number): void {
    this.#shifted = true;
    const end = this.first[v]! + this.count[v]!;
    for (let k = this.first[v]!; k < end; k++) this.cost[k]! += by;
  }

  restoreCosts(): void {
    if (this.#shifted) this.cost.set(this.#trueCost);
    this.#shifted = false;
  }

  /**
   * The values of a variable's members: everyone starts at its lowest (an endlessly falling one at its highest), cheaper
   * ones take what is left first, and a deficit goes to the first that can fall. `emit` gets column and value.
   */
  spread(v: number, position: number, emit: (column: number, value: number) => void): void {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    let left = position - this.origin[v]!;
    for (let k = from; k < to; k++) left -= this.#base(k);
    for (let k = from; k < to; k++) {
      const falls = this.#low[k] === -Infinity;
      const room = this.#high[k]! - this.#base(k);
      const taken = left < 0 ? (falls ? left : 0) : Math.min(room, left);
      left -= taken;
      if (this.memberColumn[k]! >= 0) emit(this.memberColumn[k]!, (this.#base(k) + taken) / this.memberFactor[k]!);
    }
  }

  /**
   * Where the members of a variable are in a basis: those of earlier segments full, those of later ones empty, and one of
   * the segment itself is basic where the variable is. A nonbasic variable sits before `segment`.
   */
  describe(v: number, segment: number, isBasic: boolean, emit: (column: number, code: number) => void): void {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    const chosen = isBasic ? this.#memberIn(v, segment) : -1;
    for (let k = from, seen = -1; k < to; k++) {
      const fresh = k === from || this.#slope[k] !== this.#slope[k - 1];
      if (fresh && this.#hasRoom(k, to)) seen++;
      const code = k === chosen ? basisCode.basic : this.#codeAt(k, seen < segment);
      emit(this.memberColumn[k]!, code);
    }
  }

  /** A member with room in a segment, or any when no segment fits. */
  #memberIn(v: number, segment: number): number {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    for (let k = from, seen = -1; k < to; k++) {
      const fresh = k === from || this.#slope[k] !== this.#slope[k - 1];
      if (fresh && this.#hasRoom(k, to)) seen++;
      if (seen === segment && this.#high[k]! > this.#low[k]!) return k;
    }
    return from;
  }

  /** Whether the members of one slope, the first of them k, can move. */
  #hasRoom(k: number, to: number): boolean {
    for (let i = k; i < to && this.#slope[i] === this.#slope[k]; i++) if (this.#high[i]! > this.#low[i]!) return true;
    return false;
  }

  #codeAt(k: number, full: boolean): number {
    const [low, high] = [this.#low[k]!, this.#high[k]!];
    if (low === -Infinity && high === Infinity) return basisCode.free;
    const isHigh = low === -Infinity || (full && high !== Infinity);
    return isHigh === this.memberFactor[k]! > 0 ? basisCode.upper : basisCode.lower;
  }

  #base(k: number): number {
    if (this.#low[k] !== -Infinity) return this.#low[k]!;
    return this.#high[k] === Infinity ? 0 : this.#high[k]!;
  }

  #measure(v: number, k: number): void {
    const column = this.memberColumn[k]!;
    const factor = this.memberFactor[k]!;
    if (column === cutMember) {
      this.#high[k] = Infinity;
      return;
    }
    const row = v - this.#columnCount;
    const lower = column < 0 ? this.#data.rowLower[row]! : this.#data.lower[column]!;
    const upper = column < 0 ? this.#data.rowUpper[row]! : this.#data.upper[column]!;
    const cost = column < 0 ? 0 : this.#data.cost[column]!;
    this.#low[k] = factor > 0 ? factor * lower : factor * upper;
    this.#high[k] = factor > 0 ? factor * upper : factor * lower;
    this.#slope[k] = cost === 0 ? 0 : cost / factor / this.#costScale;
  }

  /** Insertion sort by slope, stable; members are few and mostly sorted already. */
  #sort(from: number, to: number): void {
    for (let k = from + 1; k < to; k++) {
      for (let i = k; i > from && this.#slope[i]! < this.#slope[i - 1]!; i--) this.#swap(i, i - 1);
    }
  }

  #swap(a: number, b: number): void {
    for (const list of [this.#slope, this.#low, this.#high, this.memberFactor, this.memberColumn]) {
      const kept = list[a]!;
      list[a] = list[b]!;
      list[b] = kept;
    }
  }

  /** Any value is possible at any profit: what is left to find out is whether the rest is feasible. */
  #leaveFree(v: number): void {
    this.arbitrage.add(v);
    const [from, knots] = [this.memberStart[v]!, this.knotAt(v)];
    this.count[v] = 1;
    this.knot[knots] = -Infinity;
    this.knot[knots + 1] = Infinity;
    this.cost[from] = 0;
    this.#trueCost[from] = 0;
  }

  #layOut(v: number, from: number, to: number): void {
    let [position, spent] = [0, 0];
    for (let k = from; k < to; k++) {
      const at = this.#low[k] === -Infinity ? 0 : this.#low[k]!;
      position += at;
      spent += at * this.#slope[k]!;
    }
    const knots = this.knotAt(v);
    this.knot[knots] = position;
    this.intercept[from] = spent;
    let segments = 0;
    for (let k = from; k < to; ) {
      const slope = this.#slope[k]!;
      let [room, falls] = [0, false];
      for (; k < to && this.#slope[k] === slope; k++) {
        falls ||= this.#low[k] === -Infinity;
        room += this.#low[k] === -Infinity ? this.#high[k]! : this.#high[k]! - this.#low[k]!;
      }
      if (room === 0 && !falls) continue;
      if (falls) this.knot[knots] = -Infinity;
      this.cost[from + segments] = slope;
      this.#trueCost[from + segments] = slope;
      this.intercept[from + segments] = spent - slope * position;
      position += room;
      spent += room === Infinity ? 0 : slope * room;
      this.knot[knots + ++segments] = position;
    }
    this.count[v] = segments;
    if (segments === 0) this.knot[knots + 1] = position;
  }
}
