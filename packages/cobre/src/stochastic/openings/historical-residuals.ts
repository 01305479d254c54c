import { Fault } from '@quadrivium/kernel/fault';
import { fillNormals } from '../random/normal-sampler.js';
import { Pcg64 } from '../random/pcg64.js';
import { groupedForwardSeed, openingSeed } from '../random/seeds.js';
import type { ResidualLibrary } from '../sampling/residual-library.js';
import type { OpeningMethod } from './method.js';

/** Residuals that really occurred: the hydros take those of one random historical year, the rest is drawn. */
export const historicalResiduals: OpeningMethod = {
  name: 'historical_residuals',
  independent: false,
  openings({ base, stageId, stageIndex, count, dimension, library }, out) {
    for (let opening = 0; opening < count; opening++) {
      const rng = new Pcg64(openingSeed(base, opening, stageId));
      fillYear(rng, required(library), stageIndex, out, opening * dimension, dimension);
    }
  },
  forward: ({ base, dimension, library }) => ({
    fill({ iteration, trajectory, group, stageIndex }, out) {
      const rng = new Pcg64(groupedForwardSeed(base, iteration, trajectory, group));
      fillYear(rng, required(library), stageIndex, out, 0, dimension);
    },
  }),
};

function fillYear(
  rng: Pcg64,
  library: ResidualLibrary,
  stage: number,
  out: Float64Array,
  offset: number,
  dimension: number,
): void {
  const row = library.row(rng.below(library.scenarioCount), stage);
  out.set(row, offset);
  fillNormals(rng, out, offset + row.length, dimension - row.length);
}

function required(library: ResidualLibrary | null): ResidualLibrary {
  if (library !== null) return library;
  throw new Fault(
    'IncompatibleSettings',
    'A stage samples historical residuals, but no year of inflow history covers the study.',
    {
      context: {
        settings: ['sampling_method', 'inflow_history'],
        detail: 'historical_residuals without usable history',
      },
      suggestion: 'Give scenarios/inflow_history.parquet and season_definitions, or use another sampling_method.',
    },
  );
}
