import type { WorkingSet } from '../cuts/working-set.js';
import type { CompactLp } from '../model/compact.js';
import type { Simplex } from './simplex.js';

/** Residuals and violations up to this, relative to the numbers they come from, are rounding. */
const tolerance = 1e-9;
const inherited = 1e-12;

/**
 * Checks an answer of the stage simplex against the matrix, without using the tableau or factorisation that produced it.
 *
 * Primal: the rows hold for the values and basic values lie in their segments. Dual: prices are those of the row
 * multipliers, basic variables cost their price, and no nonbasic variable could move at a profit. Gap: what all residuals
 * together could change in the objective. Cuts outside the working set have been priced with these very values.
 */
export class Certificate {
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #working: WorkingSet | undefined;
  readonly #activity: Float64Array;
  readonly #size: Float64Array;
  readonly #cutPrice: Float64Array;

  constructor(lp: CompactLp, simplex: Simplex, working: WorkingSet | undefined) {
    this.#lp = lp;
    this.#simplex = simplex;
    this.#working = working;
    this.#activity = new Float64Array(lp.rowCount);
    this.#size = new Float64Array(lp.rowCount);
    this.#cutPrice = new Float64Array(lp.columnCount);
  }

  holds(objective: number): boolean {
    if (!Number.isFinite(objective)) return false;
    this.#activity.fill(0);
    this.#size.fill(0);
    this.#cutPrice.fill(0);
    const cutGap = this.#working === undefined ? 0 : this.#working.residual(this.#cutPrice, tolerance);
    if (!(cutGap < Infinity)) return false;
    const dualGap = this.#columns();
    if (!(dualGap < Infinity)) return false;
    const primalGap = this.#rows();
    if (!(primalGap < Infinity)) return false;
    if (!this.#positions()) return false;
    const gap = (cutGap + dualGap + primalGap) * this.#lp.costScale;
    return gap <= 10 * tolerance * Math.max(1, Math.abs(objective));
  }

  /** Sums up rows on the way, and compares every column's price with the row multipliers. */
  #columns(): number {
    const { columnCount, start, index, value } = this.#lp;
    const { x, price } = this.#simplex;
    const activity = this.#activity;
    const size = this.#size;
    let gap = 0;
    for (let v = 0; v < columnCount; v++) {
      const xv = x[v]!;
      let sum = this.#cutPrice[v]!;
      let largest = 1 + Math.abs(sum);
      for (let e = start[v]!, end = start[v + 1]!; e < end; e++) {
        const row = index[e]!;
        const term = value[e]! * xv;
        activity[row]! += term;
        size[row]! += Math.abs(term);
        const part = value[e]! * price[columnCount + row]!;
        sum -= part;
        largest += Math.abs(part);
      }
      const wrong = Math.abs(sum - price[v]!);
      if (!(wrong <= tolerance * largest)) return Infinity;
      gap += wrong * Math.abs(xv);
    }
    return gap;
  }

  #rows(): number {
    const { columnCount, rowCount } = this.#lp;
    const { x, price } = this.#simplex;
    // A row of small numbers may inherit rounding from the large ones it is solved together with.
    let largest = 0;
    for (let i = 0; i < rowCount; i++) if (this.#size[i]! > largest) largest = this.#size[i]!;
    const floor = inherited * largest;
    let gap = 0;
    for (let i = 0; i < rowCount; i++) {
      const wrong = Math.abs(this.#activity[i]! - x[columnCount + i]!);
      if (!(wrong <= tolerance * (1 + this.#size[i]!) + floor)) return Infinity;
      gap += wrong * Math.abs(price[columnCount + i]!);
    }
    return gap;
  }

  /** Basic values in their segments, nonbasic prices between the costs before and after their knot. */
  #positions(): boolean {
    const { basis } = this.#simplex;
    for (let r = 0; r < basis.rows; r++) if (!this.#simplex.isWithin(basis.basic[r]!, tolerance)) return false;
    for (let k = 0; k < basis.nonbasic.length; k++) {
      if (!this.#simplex.isPriced(basis.nonbasic[k]!, tolerance)) return false;
    }
    return true;
  }
}
