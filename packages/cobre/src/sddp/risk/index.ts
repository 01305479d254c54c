import { cvar } from './cvar.js';
import { expectation } from './expectation.js';
import type { RiskMeasure, RiskParameters } from './risk-measure.js';

export { type RiskMeasure, type RiskParameters, riskParameters } from './risk-measure.js';

export function riskMeasure(parameters: RiskParameters): RiskMeasure {
  return parameters.lambda === 0 || parameters.alpha >= 1 ? expectation : cvar(parameters);
}
