import type { RiskMeasure } from './risk-measure.js';

export const expectation: RiskMeasure = {
  weigh(_costs, probabilities, out) {
    out.set(probabilities);
  },
};
