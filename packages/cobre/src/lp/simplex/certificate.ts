import type { WorkingSet } from '../cuts/working-set.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { CompactLp } from '../model/compact.js';
import type { Simplex } from './simplex.js';

/** Residuals and violations up to this, relative to the numbers they come from, are rounding. */
const tolerance = 1e-9;
/** A row of small numbers may inherit rounding from the large ones it is solved together with. */
const inherited = 1e-12;

const fields = ['columnCount', 'rowCount', 'start', 'index', 'value', 'activity', 'size', 'cutPrice'] as const;

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
  readonly #sums: LoopRecord<(typeof fields)[number]>;

  constructor(lp: CompactLp, simplex: Simplex, working: WorkingSet | undefined) {
    this.#lp = lp;
    this.#simplex = simplex;
    this.#working = working;
    const { arena, columnCount, rowCount, start, index, value } = lp;
    this.#activity = arena.numbers(rowCount);
    this.#size = arena.numbers(rowCount);
    this.#cutPrice = arena.numbers(columnCount);
    this.#sums = new LoopRecord(arena, fields);
    this.#sums.set({ columnCount, rowCount, start, index, value });
    this.#sums.set({ activity: this.#activity, size: this.#size, cutPrice: this.#cutPrice });
  }

  holds(objective: number): boolean {
    if (!Number.isFinite(objective)) return false;
    this.#activity.fill(0);
    this.#size.fill(0);
    this.#cutPrice.fill(0);
    const cutGap = this.#working === undefined ? 0 : this.#working.residual(this.#cutPrice, tolerance);
    if (!(cutGap < Infinity)) return false;
    const [sums, placement] = [this.#sums.byteOffset, this.#simplex.record.byteOffset];
    // It sums up rows on the way.
    const dualGap = innerLoops.columnGap(sums, placement, tolerance);
    if (!(dualGap < Infinity)) return false;
    const primalGap = innerLoops.rowGap(sums, placement, tolerance, inherited);
    if (!(primalGap < Infinity)) return false;
    if (!this.#positions()) return false;
    const gap = (cutGap + dualGap + primalGap) * this.#lp.costScale;
    return gap <= 10 * tolerance * Math.max(1, Math.abs(objective));
  }

  /** Basic values in their segments, nonbasic prices between the costs before and after their knot. */
  #positions(): boolean {
    const { basis, record } = this.#simplex;
    const { byteOffset: nonbasic, length } = basis.nonbasic;
    return (
      innerLoops.areWithin(record.byteOffset, basis.basic.byteOffset, basis.rows, tolerance) === 1 &&
      innerLoops.arePriced(record.byteOffset, nonbasic, length, tolerance) === 1
    );
  }
}
