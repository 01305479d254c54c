import type { Arena } from '../inner-loops/arena.js';
import { basisCode } from '../solver.js';
import { innerPoint, knotOf, narrowest, segmentAt, sharePrice, sumChains } from './chain-sum.js';
import type { StageData } from './stage-data.js';

/** In place of a column: the slack of the row itself, or of a cut (from its origin upwards). */
export const rowMember = -1;
export const cutMember = -2;

type EmitCode = (column: number, code: number, row: number) => void;

interface SegmentMember {
  readonly column: number;
  readonly factor: number;
}

/** What a variable consists of: members that share its value, or other variables whose costs are added. */
export interface SegmentVariable {
  readonly members: readonly SegmentMember[];
  /** The row whose slack is a member, where one is. */
  readonly row?: number;
  readonly parts?: readonly number[];
}

/**
 * Piecewise linear variables: for every variable a chain of segments with rising cost.
 *
 * Segment s of variable v lies between `knot[knotAt(v) + s]` and the next knot, costs `cost[first[v] + s]` per unit, and
 * the variable's whole cost on it is `intercept + cost · X`. Positions are relative to `origin[v]`, so that a scenario
 * moves a row by one number. Only the first and the last segment may be infinite. A variable without any freedom has no
 * segment and two equal knots. Parts of a variable come behind all others and are no variables of the simplex.
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
  readonly #rowOf: Int32Array;
  readonly #parts: readonly (readonly number[] | undefined)[];
  readonly #costScale: number;
  readonly #data: StageData;
  /** Variables for which one member can be traded against another at a profit without end. */
  readonly arbitrage = new Set<number>();
  /** Variables whose parts have no value in common. */
  readonly contradictions = new Set<number>();

  constructor(variables: readonly SegmentVariable[], costScale: number, data: StageData, arena: Arena) {
    const roomOf = ({ members, parts }: SegmentVariable) =>
      parts?.reduce((sum, part) => sum + variables[part]!.members.length, 0) ?? members.length;
    const total = variables.reduce((sum, variable) => sum + roomOf(variable), 0);
    this.#rowOf = Int32Array.from(variables, ({ row }) => row ?? -1);
    this.#parts = variables.map(({ parts }) => parts);
    this.#costScale = costScale;
    this.#data = data;
    this.count = arena.integers(variables.length);
    this.origin = arena.numbers(variables.length);
    this.memberStart = arena.integers(variables.length + 1);
    variables.forEach((variable, v) => {
      this.memberStart[v + 1] = this.memberStart[v]! + roomOf(variable);
    });
    this.first = arena.integersOf(this.memberStart.subarray(0, variables.length));
    this.memberColumn = new Int32Array(total);
    this.memberFactor = new Float64Array(total);
    variables.forEach(({ members }, v) => {
      members.forEach(({ column, factor }, k) => {
        this.memberColumn[this.memberStart[v]! + k] = column;
        this.memberFactor[this.memberStart[v]! + k] = factor;
      });
    });
    this.knot = arena.numbers(total + variables.length);
    this.cost = arena.numbers(total);
    this.#trueCost = new Float64Array(total);
    this.intercept = arena.numbers(total);
    this.#low = new Float64Array(total);
    this.#high = new Float64Array(total);
    this.#slope = new Float64Array(total);
    for (let v = variables.length - 1; v >= 0; v--) if (this.#parts[v] === undefined) this.#rebuildMembers(v);
    for (let v = 0; v < variables.length; v++) if (this.#parts[v] !== undefined) this.#addUp(v);
  }

  /** Where the knots of a variable begin. */
  knotAt(v: number): number {
    return this.memberStart[v]! + v;
  }

  /** Lays the segments of a variable out again, after a bound or a cost of a member has changed. */
  rebuild(v: number): void {
    const parts = this.#parts[v];
    if (parts === undefined) {
      this.#rebuildMembers(v);
      return;
    }
    for (const part of parts) this.#rebuildMembers(part);
    this.#addUp(v);
  }

  #addUp(v: number): void {
    const parts = this.#parts[v]!;
    this.arbitrage.delete(v);
    this.contradictions.delete(v);
    if (parts.some((part) => this.arbitrage.has(part))) {
      this.#leaveFree(v, this.arbitrage);
      return;
    }
    if (!sumChains(this, parts, v)) {
      this.#leaveFree(v, this.contradictions);
      return;
    }
    const from = this.first[v]!;
    for (let k = from; k < from + this.count[v]!; k++) this.#trueCost[k] = this.cost[k]!;
  }

  #rebuildMembers(v: number): void {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    for (let k = from; k < to; k++) this.#measure(v, k);
    this.#sort(from, to);
    let [fallsAt, risesAt] = [-Infinity, Infinity];
    for (let k = from; k < to; k++) {
      if (this.#low[k] === -Infinity) fallsAt = Math.max(fallsAt, this.#slope[k]!);
      if (this.#high[k] === Infinity) risesAt = Math.min(risesAt, this.#slope[k]!);
    }
    if (fallsAt > risesAt) {
      this.#leaveFree(v, this.arbitrage);
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

  /** Some variables have been made dearer or cheaper by the same amount everywhere, until `restoreCosts`. */
  noteShifts(): void {
    this.#shifted = true;
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
    const parts = this.#parts[v];
    if (parts === undefined) this.#spreadMembers(v, position, emit);
    else for (const part of parts) this.#spreadMembers(part, position, emit);
  }

  #spreadMembers(v: number, position: number, emit: (column: number, value: number) => void): void {
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
   * the segment itself is basic where the variable is. A nonbasic variable sits before `segment`. Each row that is a part
   * has a basic member of its own: of all parts at most one is nonbasic, which is the one whose knot the variable sits on.
   */
  describe(v: number, segment: number, isBasic: boolean, emit: EmitCode): void {
    const parts = this.#parts[v];
    if (parts === undefined) {
      this.#describeMembers(v, segment, isBasic, emit);
      return;
    }
    const { position, inside } = this.#whereIs(v, segment, isBasic);
    const sitting = isBasic ? -1 : (parts.find((part) => knotOf(this, part, position) >= 0) ?? parts[0]!);
    for (const part of parts) {
      const within = segmentAt(this, part, inside ?? position);
      const at = part === sitting ? Math.max(0, knotOf(this, part, position)) : within;
      this.#describeMembers(part, at, part !== sitting, emit);
    }
  }

  /** The price of one part of a variable, of which the price of the whole is known. */
  priceOfPart(v: number, part: number, segment: number, isBasic: boolean, price: number): number {
    const parts = this.#parts[v]!;
    return sharePrice(this, parts, this.#whereIs(v, segment, isBasic), price)[parts.indexOf(part)]!;
  }

  /** The rows that keep a variable from falling and from rising any further; -1 where its own bounds do. */
  limitingRows(v: number): readonly [number, number] {
    const parts = this.#parts[v];
    if (parts === undefined) return [-1, -1];
    const [lowest, highest] = narrowest(this, parts);
    return [this.#rowOf[lowest]!, this.#rowOf[highest]!];
  }

  #whereIs(v: number, segment: number, isBasic: boolean): { position: number; inside: number | undefined } {
    const knots = this.knotAt(v);
    const position = this.knot[knots + segment]!;
    if (isBasic && this.count[v]! > 0) {
      const inside = innerPoint(position, this.knot[knots + segment + 1]!);
      return { position: inside, inside };
    }
    return Number.isFinite(position) ? { position, inside: undefined } : { position: 0, inside: 0 };
  }

  #describeMembers(v: number, segment: number, isBasic: boolean, emit: EmitCode): void {
    const [from, to] = [this.memberStart[v]!, this.memberStart[v + 1]!];
    const chosen = isBasic ? this.#memberIn(v, segment) : -1;
    for (let k = from, seen = -1; k < to; k++) {
      const fresh = k === from || this.#slope[k] !== this.#slope[k - 1];
      if (fresh && this.#hasRoom(k, to)) seen++;
      const code = k === chosen ? basisCode.basic : this.#codeAt(k, seen < segment);
      emit(this.memberColumn[k]!, code, this.#rowOf[v]!);
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
    const row = this.#rowOf[v]!;
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

  /** No value is better than another: what is left to find out is whether the rest is feasible. */
  #leaveFree(v: number, why: Set<number>): void {
    why.add(v);
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
