import { Pcg64 } from '../random/pcg64.js';
import { forwardSeed } from '../random/seeds.js';
import type { SamplingSchemeMember } from './scheme.js';

/** An opening of the tree, chosen anew for every trajectory and stage; all classes of a stage choose the same one. */
export const inSample: SamplingSchemeMember = {
  name: 'in_sample',
  bind: ({ stages, treeSeed, layout }, _, first, count) => ({
    fill({ iteration, trajectory, stage }, out) {
      const { openings, openingCount } = stages[stage]!;
      const opening = new Pcg64(forwardSeed(treeSeed, iteration, trajectory, stage)).below(openingCount);
      const start = opening * layout.dimension + first;
      for (let i = 0; i < count; i++) out[first + i] = openings[start + i]!;
      return opening;
    },
  }),
};
