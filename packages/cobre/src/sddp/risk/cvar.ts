/**
 * CVaR_α is the mean of the costliest α of the distribution. As weights: p/α on the costliest openings until the mass is
 * used up, nothing on the rest; blended with the expectation by λ.
 */
import type { RiskMeasure, RiskParameters } from './risk-measure.js';

export function cvar({ alpha, lambda }: RiskParameters): RiskMeasure {
  let order = new Int32Array(0);
  return {
    weigh(costs, probabilities, out) {
      const count = costs.length;
      if (order.length !== count) order = new Int32Array(count);
      costliestFirst(costs, order);
      let left = 1;
      for (let k = 0; k < count; k++) {
        const at = order[k]!;
        const tail = Math.min(probabilities[at]! / alpha, left);
        left -= tail;
        out[at] = (1 - lambda) * probabilities[at]! + lambda * tail;
      }
    },
  };
}

/** Insertion sort: there are tens of openings, and it allocates nothing. */
function costliestFirst(costs: Float64Array, order: Int32Array): void {
  for (let k = 0; k < order.length; k++) {
    let place = k;
    while (place > 0 && costs[order[place - 1]!]! < costs[k]!) {
      order[place] = order[place - 1]!;
      place--;
    }
    order[place] = k;
  }
}
