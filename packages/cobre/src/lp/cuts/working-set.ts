import type { CompactLp } from '../model/compact.js';
import type { Simplex } from '../simplex/simplex.js';
import type { CutValues } from './cut-values.js';

/**
 * The cuts that are rows of the stage simplex right now. All others are priced outside (`CutValues`) and join when violated.
 *
 * A cut in slot k is the variable `firstVariable + k`, scaled by the power of two that `CutValues` found for it. A cut
 * whose variable is basic is not tight and can leave without changing anything; when room is needed, those that have been
 * slack for longest leave first.
 */
export class WorkingSet {
  readonly cutOf: Int32Array;
  readonly firstVariable: number;
  readonly #lp: CompactLp;
  readonly #values: CutValues;
  readonly #simplex: Simplex;
  readonly #thetaVariable: Int32Array;
  /** Variables a cut row may speak of: its theta, then the states. Thetas differ by cut. */
  readonly #columns: Int32Array;
  readonly #coefficients: Float64Array;
  /** The coefficients of every slot, as they were gathered when its cut entered. */
  readonly #kept: Float64Array;
  readonly #keptColumn: Int32Array;
  readonly #keptCount: Int32Array;
  size = 0;
  readonly #usedAt: Float64Array;
  #slotOf: Int32Array;
  #clock = 0;
  readonly #target: number;

  /** `slots` limits the cuts that can be rows at once; `target` is how many stay between solves. */
  constructor(lp: CompactLp, values: CutValues, simplex: Simplex, slots: number, target: number) {
    this.#lp = lp;
    this.#values = values;
    this.#simplex = simplex;
    this.#target = target;
    this.firstVariable = lp.columnCount + lp.rowCount;
    this.cutOf = new Int32Array(slots).fill(-1);
    this.#usedAt = new Float64Array(slots);
    this.#thetaVariable = Int32Array.from(values.thetaColumn, (column) => lp.variableOf[column]!);
    this.#columns = new Int32Array(values.columnStates.length + 1);
    this.#coefficients = new Float64Array(values.columnStates.length + 1);
    this.#slotOf = new Int32Array(values.cuts.capacity).fill(-1);
    this.#kept = new Float64Array(slots * this.#columns.length);
    this.#keptColumn = new Int32Array(slots * this.#columns.length);
    this.#keptCount = new Int32Array(slots);
  }

  /** After the pool has grown. */
  grow(): void {
    const wider = new Int32Array(this.#values.cuts.capacity).fill(-1);
    wider.set(this.#slotOf);
    this.#slotOf = wider;
  }

  slotOf(cut: number): number {
    return this.#slotOf[cut] ?? -1;
  }

  thetaVariable(cut: number): number {
    return this.#thetaVariable[this.#values.cuts.theta[cut]!]!;
  }

  /** Forgets all cuts, for a basis that has been reset. */
  clear(): void {
    for (let slot = 0; slot < this.cutOf.length; slot++) this.#release(slot);
  }

  /** Makes a cut a row, its variable basic. False when every place is taken by a tight cut. */
  enter(cut: number, slot = this.#freeSlot()): boolean {
    if (slot < 0) return false;
    const { basis, segments, x } = this.#simplex;
    const v = this.firstVariable + slot;
    segments.origin[v] = this.#values.scale[cut]! * this.#values.level[cut]!;
    const count = this.#hold(cut, slot);
    basis.append(v, this.#columns, this.#coefficients, count);
    let value = 0;
    for (let k = 0; k < count; k++) value += this.#coefficients[k]! * x[this.#columns[k]!]!;
    x[v] = value;
    this.#simplex.segment[v] = 0;
    this.#simplex.price[v] = 0;
    this.#simplex.bound(v);
    return true;
  }

  /** Holds these cuts, slot by slot, when the basis has their rows already. */
  adopt(cuts: ArrayLike<number>): void {
    for (let slot = 0; slot < this.cutOf.length; slot++) if (this.cutOf[slot] !== cuts[slot]) this.#release(slot);
    for (let slot = 0; slot < this.cutOf.length; slot++) {
      if (cuts[slot]! < 0) continue;
      if (this.cutOf[slot]! < 0) this.#hold(cuts[slot]!, slot);
      this.#usedAt[slot] = this.#clock;
    }
  }

  /** Cuts move with the constants of the scenario. */
  follow(): void {
    for (let slot = 0; slot < this.cutOf.length; slot++) {
      const cut = this.cutOf[slot]!;
      if (cut < 0) continue;
      const v = this.firstVariable + slot;
      const to = this.#values.scale[cut]! * this.#values.level[cut]!;
      if (to !== this.#simplex.segments.origin[v]) this.#simplex.moveOrigin(v, to);
    }
  }

  /** The same without moving anything, before values are computed from scratch. */
  anchorAll(): void {
    for (let slot = 0; slot < this.cutOf.length; slot++) {
      const cut = this.cutOf[slot]!;
      if (cut < 0) continue;
      this.#simplex.segments.origin[this.firstVariable + slot] = this.#values.scale[cut]! * this.#values.level[cut]!;
    }
  }

  /** Notes which cuts are tight; called after every solve. */
  tick(): void {
    this.#clock++;
    const { place } = this.#simplex.basis;
    for (let slot = 0, left = this.size; left > 0; slot++) {
      if (this.cutOf[slot]! < 0) continue;
      left--;
      if (place[this.firstVariable + slot]! < 0) this.#usedAt[slot] = this.#clock;
    }
  }

  /** Lets slack cuts go once there are more than the target and these spare ones. */
  tidy(spare = 0): void {
    if (this.size > this.#target + spare) this.shrink();
  }

  /** Drops slack cuts, those unused for longest first, until at most the target is left or all are tight. */
  shrink(): void {
    const { basis } = this.#simplex;
    const slack: number[] = [];
    let present = 0;
    for (let slot = 0; slot < this.cutOf.length; slot++) {
      if (this.cutOf[slot]! < 0) continue;
      present++;
      if (basis.place[this.firstVariable + slot]! >= 0) slack.push(slot);
    }
    slack.sort((a, b) => this.#usedAt[a]! - this.#usedAt[b]! || a - b);
    for (const slot of slack.slice(0, Math.max(0, present - this.#target))) {
      basis.remove(basis.place[this.firstVariable + slot]!);
      this.#release(slot);
    }
  }

  /** True when a cut that is a row has been switched off. */
  holdsInactive(): boolean {
    return this.cutOf.some((cut) => cut >= 0 && this.#values.cuts.active[cut] === 0);
  }

  /**
   * For the certificate: adds the tight cuts' part of the prices to `price`, and returns what the residuals of their rows
   * could change in the objective, or Infinity when a row does not hold. Slack cuts are priced with all others.
   */
  residual(price: Float64Array, tolerance: number): number {
    const { x, price: prices, basis, segments } = this.#simplex;
    const kept = this.#kept;
    const columns = this.#keptColumn;
    let gap = 0;
    for (let slot = 0, left = this.size; left > 0; slot++) {
      if (this.cutOf[slot]! < 0) continue;
      left--;
      const v = this.firstVariable + slot;
      if (basis.place[v]! >= 0) continue;
      const own = prices[v]!;
      let sum = 0;
      let size = 1;
      for (let e = slot * this.#columns.length, end = e + this.#keptCount[slot]!; e < end; e++) {
        const column = columns[e]!;
        const term = kept[e]! * x[column]!;
        sum += term;
        size += Math.abs(term);
        price[column]! -= kept[e]! * own;
      }
      const wrong = Math.abs(sum - segments.origin[v]!);
      if (!(wrong <= tolerance * size)) return Infinity;
      gap += wrong * Math.abs(own);
    }
    return gap;
  }

  /** Announces how far every cut row is off, for iterative refinement. */
  announceResiduals(): void {
    const { x, basis } = this.#simplex;
    for (let slot = 0; slot < this.cutOf.length; slot++) {
      if (this.cutOf[slot]! < 0) continue;
      const v = this.firstVariable + slot;
      let sum = -x[v]!;
      for (let e = slot * this.#columns.length, end = e + this.#keptCount[slot]!; e < end; e++) {
        sum += this.#kept[e]! * x[this.#keptColumn[e]!]!;
      }
      if (sum !== 0) basis.move(v, -sum);
    }
  }

  /** Gives a cut its slot and gathers its coefficients; returns how many there are. */
  #hold(cut: number, slot: number): number {
    this.cutOf[slot] = cut;
    this.#slotOf[cut] = slot;
    this.#usedAt[slot] = this.#clock;
    this.size++;
    const count = this.#gather(cut);
    this.#keptCount[slot] = count;
    this.#kept.set(this.#coefficients, slot * this.#columns.length);
    this.#keptColumn.set(this.#columns, slot * this.#columns.length);
    return count;
  }

  #gather(cut: number): number {
    const { columnScale, variableOf } = this.#lp;
    const { cuts, columnStates, stateColumn, scale } = this.#values;
    const theta = this.thetaVariable(cut);
    this.#columns[0] = theta;
    this.#coefficients[0] = scale[cut]! * columnScale[theta]!;
    let count = 1;
    for (let k = 0; k < columnStates.length; k++) {
      const slope = cuts.slopeOf(cut, columnStates[k]!);
      if (slope === 0) continue;
      const v = variableOf[stateColumn[columnStates[k]!]!]!;
      this.#columns[count] = v;
      this.#coefficients[count++] = -slope * scale[cut]! * columnScale[v]!;
    }
    return count;
  }

  #freeSlot(): number {
    return this.cutOf.indexOf(-1);
  }

  #release(slot: number): void {
    const cut = this.cutOf[slot]!;
    if (cut < 0) return;
    this.#slotOf[cut] = -1;
    this.cutOf[slot] = -1;
    this.size--;
  }
}
