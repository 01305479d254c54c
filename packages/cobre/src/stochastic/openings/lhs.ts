import { normalQuantile } from '../random/normal-quantile.js';
import { Pcg64 } from '../random/pcg64.js';
import { forwardSeed, openingSeed, stageSeed } from '../random/seeds.js';
import { randomPermutation } from '../random/shuffle.js';
import type { OpeningMethod } from './method.js';

/**
 * Latin hypercube: in every dimension each of N equally likely strata is hit once. In forward passes the strata are
 * dealt out among the trajectories of an iteration; every trajectory derives the same permutations by itself.
 */
export const lhs: OpeningMethod = {
  name: 'lhs',
  independent: true,
  openings({ base, stageId, count, dimension }, out) {
    const rng = new Pcg64(stageSeed(base, stageId));
    const heights = new Float64Array(count);
    const place = new Uint32Array(count);
    for (let d = 0; d < dimension; d++) {
      for (let k = 0; k < count; k++) heights[k] = (k + rng.uniform52()) / count;
      randomPermutation(rng, place);
      for (let k = 0; k < count; k++) out[place[k]! * dimension + d] = normalQuantile(heights[k]!);
    }
  },
  point({ base, iteration, trajectory, trajectories, group, dimension }, out) {
    const dealer = new Pcg64(openingSeed(base, iteration, group));
    const rng = new Pcg64(forwardSeed(base, iteration, trajectory, group));
    const strata = new Uint32Array(Math.max(trajectories, trajectory + 1));
    for (let d = 0; d < dimension; d++) {
      randomPermutation(dealer, strata);
      out[d] = normalQuantile((strata[trajectory]! + rng.uniform52()) / strata.length);
    }
  },
};
