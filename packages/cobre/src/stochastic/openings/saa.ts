import { fillNormals } from '../random/normal-sampler.js';
import { Pcg64 } from '../random/pcg64.js';
import { groupedForwardSeed, openingSeed } from '../random/seeds.js';
import type { OpeningMethod } from './method.js';

/** Independent draws, one generator per opening or trajectory. */
export const saa: OpeningMethod = {
  name: 'saa',
  independent: true,
  openings({ base, stageId, count, dimension }, out) {
    for (let opening = 0; opening < count; opening++) {
      fillNormals(new Pcg64(openingSeed(base, opening, stageId)), out, opening * dimension, dimension);
    }
  },
  forward: ({ base, dimension }) => ({
    fill({ iteration, trajectory, group }, out) {
      fillNormals(new Pcg64(groupedForwardSeed(base, iteration, trajectory, group)), out, 0, dimension);
    },
  }),
};
