import type { Case } from '../case/model.js';
import {
  buildStageModels,
  cutStates,
  equipmentStates,
  placesOf,
  realize,
  type StageModel,
  type StageNoise,
  type StateSpace,
  stageNoises,
  stateSpaceOf,
} from '../stage/index.js';
import type { StochasticModel } from '../stochastic/model.js';
import { nearestNeighbourOrder } from './nearest-neighbour.js';
import { type RiskParameters, riskParameters } from './risk/index.js';

/** Everything the passes need, as plain data that every worker can be sent. */
export interface MultistageProblem {
  readonly space: StateSpace;
  /** Of every place of the study in the order of time: its stages, or the nodes of its policy graph. The first is the root. */
  readonly stages: readonly MultistageStage[];
  readonly initialState: Float64Array;
  readonly formulation: 'single' | 'multi';
}

export interface MultistageStage {
  readonly model: StageModel;
  /** The places of the state that cuts on its future speak of; null for all. */
  readonly cutStates: Int32Array | null;
  readonly noise: StageNoise;
  /** Realisations of the openings, opening-major; exact unless the case truncates inflows, which needs the memory. */
  readonly openings: Float64Array;
  /** The order in which a chain visits them. */
  readonly order: Int32Array;
  readonly risk: RiskParameters;
  /** Product of the one-step discounts before the stage. */
  readonly cumulativeDiscount: number;
  /** Places that may come next, and with what probability each does; empty after the last stage. */
  readonly successors: Int32Array;
  readonly transition: Float64Array;
}

export interface MultistageOptions {
  /** Lower bound of the cost after the last stage, in scaled money, when boundary cuts follow it. */
  readonly boundary?: number;
}

export function multistageProblem(
  study: Case,
  stochastic: StochasticModel,
  options: MultistageOptions = {},
): MultistageProblem {
  const { capsCvarWeights, dropsCurtailmentConstant } = study.settings.modeling;
  const formulation = study.settings.training.cutFormulation;
  const space = stateSpaceOf(study, stochastic);
  const risks = study.horizon.stages.map((stage) => riskParameters(stage.riskMeasure, capsCvarWeights));
  const models = buildStageModels(study, stochastic, {
    formulation,
    keepCurtailmentConstant: !dropsCurtailmentConstant,
    risk: (stage) => risks[stage.index]!,
    ...options,
  });
  const noises = stageNoises(study, stochastic);
  const discounts = cumulativeDiscounts(study);
  const spoken = cutStates(study, stochastic, options.boundary !== undefined);
  const stages = placesOf(study, stochastic).map(({ stage, successors, transition }, place): MultistageStage => {
    const [model, noise] = [models[place]!, noises[place]!];
    const openings = openingTable(noise, stochastic.initialLags);
    const order = nearestNeighbourOrder(openings, noise.uncertainty.openingCount, space.realizationSize);
    const [risk, cumulativeDiscount] = [risks[stage.index]!, discounts[stage.index]!];
    return {
      model,
      cutStates: spoken[place]!,
      noise,
      openings,
      order,
      risk,
      cumulativeDiscount,
      successors,
      transition,
    };
  });
  return { space, stages, initialState: initialState(study, stochastic, space), formulation };
}

function cumulativeDiscounts({ horizon }: Case): number[] {
  let cumulative = 1;
  return horizon.stages.map(({ discountFactor }) => {
    const before = cumulative;
    cumulative *= discountFactor;
    return before;
  });
}

function openingTable(noise: StageNoise, lags: Float64Array): Float64Array {
  const { openingCount, openings } = noise.uncertainty;
  const size = noise.space.realizationSize;
  const table = new Float64Array(openingCount * size);
  const untruncated = { ...noise, nonNegativity: { ...noise.nonNegativity, truncates: false } };
  for (let k = 0; k < openingCount; k++) {
    realize(untruncated, lags, openings, k * noise.layout.dimension, table.subarray(k * size, (k + 1) * size));
  }
  return table;
}

function initialState(study: Case, stochastic: StochasticModel, space: StateSpace): Float64Array {
  const state = new Float64Array(space.stateCount);
  for (const hydro of study.system.hydros) state[hydro.index] = hydro.initialStorageHm3;
  state.set(stochastic.initialLags, space.hydroCount);
  const others = equipmentStates(study).map(({ slot }) => slot.initial);
  state.set(others, space.stateCount - others.length);
  return state;
}
