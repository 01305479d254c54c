import { normalQuantile } from '../random/normal-quantile.js';
import { Pcg64 } from '../random/pcg64.js';
import { forwardSeed, openingSeed, stageSeed } from '../random/seeds.js';
import { randomPermutation } from '../random/shuffle.js';
import type { OpeningMethod } from './method.js';
import { perIteration } from './per-iteration.js';

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
  forward({ base, trajectories, dimension }) {
    const strataOf = perIteration((iteration, group) => {
      const dealer = new Pcg64(openingSeed(base, iteration, group));
      return Array.from({ length: dimension }, () => permutation(dealer, trajectories));
    });
    return {
      fill({ iteration, trajectory, group }, out) {
        const strata = strataOf(iteration, group);
        const rng = new Pcg64(forwardSeed(base, iteration, trajectory, group));
        for (let d = 0; d < dimension; d++) {
          out[d] = normalQuantile((strata[d]![trajectory % trajectories]! + rng.uniform52()) / trajectories);
        }
      },
    };
  },
};

function permutation(rng: Pcg64, count: number): Uint32Array {
  const out = new Uint32Array(count);
  randomPermutation(rng, out);
  return out;
}
