import type { InflowParameters } from '../model.js';
import type { DatedStage } from '../time/stage-periods.js';
import type { ParameterTable } from './parameter-table.js';

/** Lags an annual component acts on: the twelve months its mean is taken over. */
export const ANNUAL_LAGS = 12;

/** z = base + Σ_l psi_l · z_{t−l} + sigma · noise, in m³/s; `psi[0]` is lag 1. */
export interface InflowCoefficients {
  readonly base: number;
  readonly psi: Float64Array;
  readonly sigma: number;
}

/** Largest lag the parameters look back. */
export function orderOf(parameters: InflowParameters): number {
  return parameters.annual === null
    ? parameters.coefficients.length
    : Math.max(ANNUAL_LAGS, parameters.coefficients.length);
}

/**
 * From standardized parameters to physical units (Maceira and Bezerra's PAR(p); the annual term is PAR(p)-A):
 *
 *     psi_l = phi_l · s_m / s_{m−l}        base = mu_m − Σ psi_l · mu_{m−l}        sigma = s_m · residual ratio
 *
 * An annual coefficient acts on the mean of twelve months: its twelfth is added to each of twelve lags. A lag without
 * deviation has no influence.
 */
export function inflowCoefficients(
  parameters: InflowParameters,
  stage: DatedStage,
  table: ParameterTable,
): InflowCoefficients {
  const { hydroIndex, stdM3s: std } = parameters;
  const psi = new Float64Array(orderOf(parameters));
  let base = parameters.meanM3s;
  parameters.coefficients.forEach((coefficient, i) => {
    const lagged = table.lagStatistics(hydroIndex, stage, i + 1);
    if (lagged === null || lagged.std === 0) return;
    psi[i] = (coefficient * std) / lagged.std;
    base -= psi[i]! * lagged.mean;
  });
  const { annual } = parameters;
  if (annual !== null && annual.stdM3s > 0) {
    const slope = (annual.coefficient * std) / annual.stdM3s;
    for (let i = 0; i < ANNUAL_LAGS; i++) psi[i]! += slope / ANNUAL_LAGS;
    base -= slope * annual.meanM3s;
  }
  return { base, psi, sigma: std * parameters.residualStdRatio };
}
