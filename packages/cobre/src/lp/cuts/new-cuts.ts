import type { Basis } from '../bases/basis.js';
import type { CutPricing } from './cut-pricing.js';
import type { CutValues } from './cut-values.js';

/** Of a stage with one theta; many more could not all be tight at one state. */
const [mostAtOnce, perTheta] = [2, 2];

/**
 * Cuts that came since the basis was last solved with. One of them is nearly always tight next, and it changes most prices,
 * so that the way to the optimum without it would be made in vain. The highest of them become rows before the first
 * exchange.
 */
export class NewCuts {
  readonly #values: CutValues;
  readonly #pricing: CutPricing;
  readonly #basis: Basis;
  readonly #taken: Int32Array;

  constructor(values: CutValues, pricing: CutPricing, basis: Basis) {
    this.#values = values;
    this.#pricing = pricing;
    this.#basis = basis;
    this.#taken = new Int32Array(mostAtOnce + perTheta * values.thetaColumn.length);
  }

  /** Lets the highest cuts behind the first `known` ones enter. Returns how many are known now. */
  enter(known: number, enter: (cut: number) => boolean): number {
    const { count } = this.#values;
    if (count <= known) return count;
    const found = this.#pricing.highestFrom(known, this.#taken);
    // What former ways have taught about lengths of rows misleads on one to other prices.
    if (found > 0) this.#basis.forgetWeights?.();
    for (let k = 0; k < found; k++) if (!enter(this.#taken[k]!)) break;
    return count;
  }
}
