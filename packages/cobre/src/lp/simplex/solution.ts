import type { CutValues } from '../cuts/cut-values.js';
import type { WorkingSet } from '../cuts/working-set.js';
import type { CompactLp } from '../model/compact.js';
import { provesInfeasible } from '../model/farkas.js';
import type { LpModel } from '../model/lp-model.js';
import type { StageData } from '../model/stage-data.js';
import type { Simplex } from './simplex.js';

interface SolutionParts {
  readonly model: LpModel;
  readonly lp: CompactLp;
  readonly simplex: Simplex;
  readonly data: StageData;
  /** Without cuts both are absent. */
  readonly values: CutValues | undefined;
  readonly working: WorkingSet | undefined;
}

/** The simplex's answer in the model's own columns, rows, units and signs, computed where it is asked for. */
export class Solution {
  readonly #model: LpModel;
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #data: StageData;
  readonly #values: CutValues | undefined;
  readonly #working: WorkingSet | undefined;
  readonly #x: Float64Array;
  readonly #activity: Float64Array;
  #xStale = true;
  #activityStale = true;
  readonly #held: number[] = [];
  #heldStale = true;
  readonly #put = (column: number, value: number) => {
    this.#x[column] = value;
  };

  constructor({ model, lp, simplex, data, values, working }: SolutionParts) {
    this.#model = model;
    this.#lp = lp;
    this.#simplex = simplex;
    this.#data = data;
    this.#values = values;
    this.#working = working;
    this.#x = new Float64Array(model.columnCount);
    this.#activity = new Float64Array(model.rowCount);
  }

  /** Another solve has begun. */
  outdate(): void {
    this.#xStale = true;
    this.#activityStale = true;
    this.#heldStale = true;
  }

  objective(): number {
    const { columnCount, rowCount, costScale } = this.#lp;
    return this.#simplex.totalCost(columnCount + rowCount) * costScale + this.#model.offset;
  }

  primal(column: number): number {
    if (this.#xStale) this.#spread();
    return this.#x[column]!;
  }

  readPrimal(into: Float64Array): void {
    if (this.#xStale) this.#spread();
    into.set(this.#x);
  }

  rowActivity(row: number): number {
    if (this.#activityStale) this.#computeActivity();
    return this.#activity[row]!;
  }

  rowDual(row: number): number {
    const { variableOfRow, partOfRow, rowScale, costScale } = this.#lp;
    return -this.#priceOf(variableOfRow[row]!, partOfRow[row]!) * rowScale[row]! * costScale;
  }

  reducedCost(column: number): number {
    const price = this.#priceOf(this.#lp.variableOf[column]!, this.#lp.partOf[column]!);
    return this.#data.cost[column]! - price * this.#lp.factorOf[column]! * this.#lp.costScale;
  }

  #priceOf(v: number, part: number): number {
    const { price, segment, basis } = this.#simplex;
    if (part < 0) return price[v]!;
    return this.#lp.segments.priceOfPart(v, part, segment[v]!, basis.place[v]! >= 0, price[v]!);
  }

  cutDual(cut: number): number {
    const slot = this.#working?.slotOf(cut) ?? -1;
    if (slot < 0) return 0;
    const price = this.#simplex.price[this.#working!.firstVariable + slot]!;
    return Math.max(0, -price * this.#values!.scale[cut]! * this.#lp.costScale);
  }

  stateConstantDual(state: number): number {
    if (this.#heldStale) this.#listHeld();
    const { cuts } = this.#values!;
    let sum = 0;
    for (const cut of this.#held) sum += this.cutDual(cut) * cuts.slopeOf(cut, state);
    return sum;
  }

  /** The cuts that are rows and have a price. */
  #listHeld(): void {
    this.#held.length = 0;
    for (const cut of this.#working!.cutOf) if (cut >= 0 && this.cutDual(cut) !== 0) this.#held.push(cut);
    this.#heldStale = false;
  }

  bindingCuts(into: Int32Array): number {
    if (this.#working === undefined) return 0;
    const { cutOf } = this.#working;
    let count = 0;
    for (let slot = 0; slot < cutOf.length; slot++) {
      const cut = cutOf[slot]!;
      if (cut < 0 || this.cutDual(cut) <= 0) continue;
      let at = count++;
      for (; at > 0 && into[at - 1]! > cut; at--) into[at] = into[at - 1]!;
      into[at] = cut;
    }
    return count;
  }

  /** Why a problem is infeasible, as multipliers of the model's rows; false when they prove nothing. */
  infeasibilityProof(rowMultiplier: Float64Array): boolean {
    for (const sign of [1, -1]) {
      rowMultiplier.fill(0);
      if (!this.#contradiction(sign, rowMultiplier) && !this.#stuckRow(sign, rowMultiplier)) return false;
      if (provesInfeasible(this.#model, this.#data, rowMultiplier)) return true;
    }
    return false;
  }

  /** A variable whose rows and bounds contradict each other. */
  #contradiction(sign: number, rowMultiplier: Float64Array): boolean {
    const { segments, rowScale } = this.#lp;
    for (const v of segments.contradictions) {
      const [below, above] = segments.limitingRows(v);
      if (below >= 0) rowMultiplier[below]! += sign * rowScale[below]!;
      if (above >= 0) rowMultiplier[above]! -= sign * rowScale[above]!;
      return true;
    }
    return false;
  }

  #stuckRow(sign: number, rowMultiplier: Float64Array): boolean {
    const { stuckRow: r, basis } = this.#simplex;
    if (r < 0 || r >= basis.rows) return false;
    const { columnCount, rowCount, rowScale, rowOf, segments } = this.#lp;
    const put = (v: number, coefficient: number) => {
      if (v >= columnCount + rowCount) return;
      // What limits a column may be a row that was folded into it, which then speaks in its place.
      const limiting = v < columnCount ? segments.limitingRows(v)[sign * coefficient < 0 ? 1 : 0]! : -1;
      const row = v < columnCount ? limiting : rowOf[v - columnCount]!;
      if (row >= 0) rowMultiplier[row] = sign * coefficient * rowScale[row]!;
    };
    const count = basis.loadRow(r);
    for (let k = 0; k < count; k++) put(basis.rowVariable[k]!, basis.rowValue[k]!);
    put(basis.basic[r]!, 1);
    return true;
  }

  #spread(): void {
    for (let v = 0; v < this.#lp.columnCount + this.#lp.rowCount; v++) {
      this.#lp.segments.spread(v, this.#simplex.x[v]!, this.#put);
    }
    this.#xStale = false;
  }

  #computeActivity(): void {
    const { start, index, value, columnCount } = this.#model;
    this.#activity.fill(0);
    for (let j = 0; j < columnCount; j++) {
      const x = this.primal(j);
      if (x === 0) continue;
      for (let k = start[j]!; k < start[j + 1]!; k++) this.#activity[index[k]!]! += value[k]! * x;
    }
    this.#activityStale = false;
  }
}
