import type { Case } from '../case/model.js';
import type { StochasticModel } from '../stochastic/model.js';
import type { StateSpace } from './state-space.js';

export function stateSpaceOf(study: Case, stochastic: Pick<StochasticModel, 'lagCount'>): StateSpace {
  const hydroCount = study.system.hydros.length;
  const busCount = study.system.buses.length;
  const sourceCount = study.system.nonControllableSources.length;
  return {
    hydroCount,
    lagCount: stochastic.lagCount,
    busCount,
    sourceCount,
    stateCount: hydroCount * (1 + stochastic.lagCount),
    realizationSize: hydroCount + busCount + sourceCount,
  };
}
