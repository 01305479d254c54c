import type { Case } from '../case/model.js';
import { inflowIntercepts, loadLevel, ncsFraction } from '../stochastic/evaluate.js';
import type { NoiseLayout, NonNegativity, StageUncertainty, StochasticModel } from '../stochastic/model.js';
import { placesOf } from './places.js';
import { stateSpaceOf } from './state-layout.js';
import type { StateSpace } from './state-space.js';

/** What noise means in a stage: plain data, so that workers receive it as it is. */
export interface StageNoise {
  readonly space: StateSpace;
  readonly layout: NoiseLayout;
  readonly nonNegativity: NonNegativity;
  readonly uncertainty: StageUncertainty;
  /** Power of each non-controllable source at full availability, MW; 0 where it does not exist. */
  readonly sourceBase: Float64Array;
}

/** Of every place of a study. */
export function stageNoises(study: Case, stochastic: StochasticModel): StageNoise[] {
  const space = stateSpaceOf(study, stochastic);
  return placesOf(study, stochastic).map(({ stage: { index: t }, uncertainty }) => ({
    space,
    layout: stochastic.noise,
    nonNegativity: stochastic.nonNegativity,
    uncertainty,
    sourceBase: Float64Array.from(study.system.nonControllableSources, ({ at }) => (at[t]!.exists ? at[t]!.baseMw : 0)),
  }));
}

/** Writes the realisation of a noise vector; the memory matters only where the case truncates inflows. */
export function realize(
  { space, layout, nonNegativity, uncertainty, sourceBase }: StageNoise,
  lags: Float64Array,
  noise: Float64Array,
  noiseOffset: number,
  out: Float64Array,
): void {
  inflowIntercepts(uncertainty.inflow, nonNegativity, lags, noise, noiseOffset, out);
  const { hydroCount, busCount, sourceCount } = space;
  for (let b = 0; b < busCount; b++) {
    const position = layout.positionOfBus[b]!;
    out[hydroCount + b] = loadLevel(uncertainty.load, b, noise, position < 0 ? -1 : noiseOffset + position);
  }
  for (let r = 0; r < sourceCount; r++) {
    const position = layout.positionOfNcs[r]!;
    const at = position < 0 ? -1 : noiseOffset + position;
    out[hydroCount + busCount + r] = sourceBase[r]! * ncsFraction(uncertainty.ncs, r, noise, at);
  }
}
