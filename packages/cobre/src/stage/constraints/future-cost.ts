/**
 * The cost of everything after the stage, θ, bounded from below by cuts that live outside the model.
 *
 * Single cut: one θ with the discount factor of the stage as its price. Multi cut: one θ per opening of the next stage,
 * combined by the next stage's risk measure: (1 − λ)·Σ p θ + λ·(u + Σ p w / α) with w ≥ θ − u, which is CVaR in columns.
 */

import type { StageDraft } from '../draft.js';
import { moneyScale } from '../units.js';

export interface FutureSpec {
  readonly discount: number;
  /** Valid lower bound of the future cost, in scaled money. */
  readonly least: number;
  /** One θ for all openings of the next stage, or one each. */
  readonly formulation: 'single' | 'multi';
  readonly probabilities: Float64Array;
  readonly alpha: number;
  readonly lambda: number;
}

/** Adds the columns and returns the thetas. */
export function addFutureCost(draft: StageDraft, spec: FutureSpec): Int32Array {
  const price = spec.discount * moneyScale;
  const theta = (name: string, weight: number) => draft.column('future', name, spec.least, Infinity, price * weight);
  if (spec.formulation === 'single') return Int32Array.of(theta('theta', 1));
  const tail = spec.alpha < 1 ? spec.lambda : 0;
  const thetas = Int32Array.from(spec.probabilities, (p, k) => theta(`theta(${k})`, (1 - tail) * p));
  if (tail > 0) addTail(draft, spec, thetas, price * tail);
  return thetas;
}

function addTail(draft: StageDraft, spec: FutureSpec, thetas: Int32Array, price: number): void {
  const quantile = draft.column('future', 'quantile', spec.least, Infinity, price);
  thetas.forEach((theta, k) => {
    const weight = (price * spec.probabilities[k]!) / spec.alpha;
    const excess = draft.column('future', `excess over quantile(${k})`, 0, Infinity, weight);
    const row = draft.lp.row(`tail(${k})`, 0, Infinity);
    draft.entry(row, excess, 1);
    draft.entry(row, theta, -1);
    draft.entry(row, quantile, 1);
  });
}
