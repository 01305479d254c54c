import type { WorkingSet } from '../cuts/working-set.js';
import type { CompactLp } from '../model/compact.js';
import type { Simplex } from './simplex.js';

/** One step of iterative refinement: the values of an inverse are off by its condition, their residuals only by rounding. */
export class Refinement {
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #working: WorkingSet | undefined;
  readonly #activity: Float64Array;

  constructor(lp: CompactLp, simplex: Simplex, working: WorkingSet | undefined) {
    this.#lp = lp;
    this.#simplex = simplex;
    this.#working = working;
    this.#activity = new Float64Array(lp.rowCount);
  }

  /** Corrects the values by the residuals of their rows. */
  apply(): void {
    const { columnCount, rowCount, start, index, value } = this.#lp;
    const { x, basis } = this.#simplex;
    const activity = this.#activity.fill(0);
    for (let v = 0; v < columnCount; v++) {
      if (x[v] === 0) continue;
      for (let e = start[v]!; e < start[v + 1]!; e++) activity[index[e]!]! += value[e]! * x[v]!;
    }
    for (let i = 0; i < rowCount; i++) {
      const residual = activity[i]! - x[columnCount + i]!;
      if (residual !== 0) basis.move(columnCount + i, -residual);
    }
    this.#working?.announceResiduals();
    basis.settle(x);
  }
}
