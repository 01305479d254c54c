import { advanceLags, memoryPart } from '../evaluate.js';
import type { InflowModel, LagTransition } from '../model.js';

/**
 * Noise that makes the model repeat given values. Rows are scenarios (historical years, columns of an external file);
 * plain data inside, so that it can be sent to a worker.
 */
export class ResidualLibrary {
  readonly scenarioCount: number;
  readonly stageCount: number;
  readonly entityCount: number;
  readonly values: Float64Array;

  constructor(scenarioCount: number, stageCount: number, entityCount: number, values?: Float64Array) {
    this.scenarioCount = scenarioCount;
    this.stageCount = stageCount;
    this.entityCount = entityCount;
    this.values = values ?? new Float64Array(scenarioCount * stageCount * entityCount);
  }

  /** The noise of all entities; a view, not a copy. */
  row(scenario: number, stage: number): Float64Array {
    const start = (scenario * this.stageCount + stage) * this.entityCount;
    return this.values.subarray(start, start + this.entityCount);
  }
}

/** Wanted inflow of a scenario, m³/s; NaN leaves the noise at zero. */
export type WantedInflow = (scenario: number, stage: number, hydro: number) => number;

export interface MemoryOfStages {
  readonly inflows: readonly InflowModel[];
  readonly transitions: readonly LagTransition[];
}

/**
 * Inverts the inflow equation along each scenario: noise = (wanted − base − Σ psi·lag) / sigma, the memory advancing
 * with what was wanted. `startLags(scenario)` is the memory the scenario starts with.
 */
export function invertInflows(
  model: MemoryOfStages,
  scenarioCount: number,
  wanted: WantedInflow,
  startLags: (scenario: number) => Float64Array,
): ResidualLibrary {
  const stageCount = model.inflows.length;
  const hydroCount = model.inflows[0]?.base.length ?? 0;
  const library = new ResidualLibrary(scenarioCount, stageCount, hydroCount);
  const inflows = new Float64Array(hydroCount);
  for (let scenario = 0; scenario < scenarioCount; scenario++) {
    let lags = startLags(scenario).slice();
    let next = new Float64Array(lags.length);
    for (let stage = 0; stage < stageCount; stage++) {
      const row = library.row(scenario, stage);
      for (let h = 0; h < hydroCount; h++) {
        inflows[h] = solveNoise(model.inflows[stage]!, lags, h, wanted(scenario, stage, h), row);
      }
      advanceLags(model.transitions[stage]!, lags, inflows, next);
      [lags, next] = [next, lags];
    }
  }
  return library;
}

/** Writes the noise of one hydro and returns the inflow the model then has. */
function solveNoise(inflow: InflowModel, lags: Float64Array, h: number, wanted: number, row: Float64Array): number {
  const certain = inflow.base[h]! + memoryPart(inflow, lags, h);
  const sigma = inflow.sigma[h]!;
  if (Number.isNaN(wanted) || sigma === 0) return certain;
  row[h] = (wanted - certain) / sigma;
  return wanted;
}
