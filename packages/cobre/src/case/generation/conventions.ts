import type { Generation } from './generation.js';

/**
 * What the equations do differently from generation to generation. A case follows its own generation unless
 * `modeling.compatibility` names another; the equations ask these flags and never the generation.
 */
export interface Conventions {
  /** Turbined flow is paid for at every plant, not only where production is a function. */
  readonly turbinedCostEverywhere: boolean;
  /** Limits of the outflow hold for turbined and spilled water together with diverted water. */
  readonly outflowIncludesDiversion: boolean;
  /** Evaporation is spread over the hours of the calendar month the stage starts in, not over those of the stage. */
  readonly evaporationByMonth: boolean;
  /** A filling reservoir has a target at the end of every filling stage, that follows from its minimum rate. */
  readonly fillingByRate: boolean;
  /** Withdrawal cannot turn into supply: what is not taken is at most what was owed. */
  readonly boundsWithdrawalSlack: boolean;
  /** Dated windows before the study seed the memory of inflows, also before all declared stages. */
  readonly datedLags: boolean;
  /** The residual deviation follows from the autoregressive coefficients instead of being given. */
  readonly residualFromCoefficients: boolean;
  /** Where blocks follow each other, a production function takes the mean storage of the block, not that of the stage. */
  readonly meanStorageOfBlock: boolean;
  /** Where blocks follow each other, the minimum of a reservoir holds at the end of each of them, not of the stage alone. */
  readonly minimumInEveryBlock: boolean;
  /** Planes of production functions are fitted by the convex hull. */
  readonly planesByHull: boolean;
  /** The limit of a plant holds for the sum of its unit groups, and not (as in the original) for each bus alone. */
  readonly plantLimitOnSum: boolean;
  /** Cuts speak of what can differ only: not of storages that are fixed, nor of lags that nothing looks back to or that a stage leaves out. */
  readonly trueStatesOnly: boolean;
}

const old: Conventions = {
  turbinedCostEverywhere: false,
  outflowIncludesDiversion: true,
  evaporationByMonth: false,
  fillingByRate: false,
  boundsWithdrawalSlack: false,
  datedLags: false,
  residualFromCoefficients: false,
  meanStorageOfBlock: false,
  minimumInEveryBlock: false,
  planesByHull: false,
  plantLimitOnSum: true,
  trueStatesOnly: false,
};

const current: Conventions = {
  turbinedCostEverywhere: true,
  outflowIncludesDiversion: false,
  evaporationByMonth: true,
  fillingByRate: true,
  boundsWithdrawalSlack: true,
  datedLags: true,
  residualFromCoefficients: true,
  meanStorageOfBlock: true,
  minimumInEveryBlock: true,
  planesByHull: true,
  plantLimitOnSum: true,
  trueStatesOnly: true,
};

export type Compatibility = 'none' | 'cobre-0.5' | 'cobre-0.16';

export function conventionsOf(generation: Generation, compatibility: Compatibility | null): Conventions {
  if (compatibility === 'cobre-0.5') return old;
  if (compatibility === 'cobre-0.16') return { ...current, plantLimitOnSum: false };
  return generation === 'current' ? current : old;
}
