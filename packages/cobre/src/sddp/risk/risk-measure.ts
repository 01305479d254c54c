import type { RiskMeasureSpec } from '../../case/model.js';

/** Turns the costs of the openings of a stage into weights; the risk-adjusted cost is the weighted sum. */
export interface RiskMeasure {
  /** Writes one weight per opening, adding up to 1. Ties are broken by position, so that the answer is one. */
  weigh(costs: Float64Array, probabilities: Float64Array, out: Float64Array): void;
}

/** (1 − lambda)·E + lambda·CVaR_alpha; lambda 0 or alpha 1 is the expectation. */
export interface RiskParameters {
  readonly alpha: number;
  readonly lambda: number;
}

/**
 * `cobre-0.5` caps every weight at (1 − λ)p + λp/α but has no floor at (1 − λ)p, which is a pure CVaR of another level:
 * 1/α' = (1 − λ) + λ/α.
 */
export function riskParameters(spec: RiskMeasureSpec, capOnly: boolean): RiskParameters {
  if (spec.type === 'expectation' || spec.lambda === 0 || spec.alpha >= 1) return { alpha: 1, lambda: 0 };
  const { alpha, lambda } = spec;
  return capOnly ? { alpha: 1 / (1 - lambda + lambda / alpha), lambda: 1 } : { alpha, lambda };
}
