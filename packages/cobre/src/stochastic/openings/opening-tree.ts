import type { Case, NoiseOpening, Stage } from '../../case/model.js';
import type { Correlator } from '../correlation/correlator.js';
import { baseSeed } from '../random/seeds.js';
import type { ResidualLibrary } from '../sampling/residual-library.js';
import { openingMethod } from './index.js';
import type { NoiseGroup } from './noise-groups.js';

export interface StageOpenings {
  readonly count: number;
  /** Opening-major. */
  readonly noise: Float64Array;
}

export interface TreeInputs {
  readonly dimension: number;
  readonly groups: readonly NoiseGroup[];
  readonly correlate: Correlator;
  /** Correlation of everything but the hydros, for methods whose hydro noise is correlated already. */
  readonly correlateOthers: Correlator;
  readonly library: ResidualLibrary | null;
  /** Largest number of openings a stage may have. */
  readonly limit: (stage: number) => number;
  /** Positions that stay 0 because the model has no deviation there. */
  readonly silent: (stage: number) => Int32Array;
}

/** The openings of every stage: given ones as they are, the others drawn by the stage's method and correlated. */
export function openingTree(study: Case, inputs: TreeInputs): readonly StageOpenings[] {
  const given = givenOpenings(study.scenarios.noiseOpenings, study.horizon.stages.length, inputs.dimension);
  return study.horizon.stages.map((stage, t) => {
    const { count, noise } = given[t] ?? generated(study, stage, inputs);
    for (const position of inputs.silent(t)) {
      for (let opening = 0; opening < count; opening++) noise[opening * inputs.dimension + position] = 0;
    }
    return { count, noise };
  });
}

function generated(study: Case, stage: Stage, inputs: TreeInputs): StageOpenings {
  const { dimension, library } = inputs;
  const { leader } = inputs.groups[stage.index]!;
  const count = Math.max(1, Math.min(stage.openings, inputs.limit(stage.index)));
  const noise = new Float64Array(count * dimension);
  const method = openingMethod(stage.samplingMethod);
  const base = baseSeed(study.settings.training.treeSeed);
  method.openings({ base, stageId: leader.id, stageIndex: leader.index, count, dimension, library }, noise);
  const correlate = method.independent ? inputs.correlate : inputs.correlateOthers;
  for (let opening = 0; opening < count; opening++) correlate(leader.id, noise, opening * dimension);
  return { count, noise };
}

/** Null for stages the file does not mention. */
function givenOpenings(
  rows: readonly NoiseOpening[] | null,
  stageCount: number,
  dimension: number,
): readonly (StageOpenings | null)[] {
  const byStage: NoiseOpening[][] = Array.from({ length: stageCount }, () => []);
  for (const row of rows ?? []) byStage[row.stageIndex]?.push(row);
  return byStage.map((own) => {
    if (own.length === 0) return null;
    const count = 1 + Math.max(...own.map((row) => row.openingIndex));
    const noise = new Float64Array(count * dimension);
    for (const row of own) {
      if (row.entityIndex < dimension) noise[row.openingIndex * dimension + row.entityIndex] = row.value;
    }
    return { count, noise };
  });
}
