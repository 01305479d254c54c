/** Spilled water passes the turbines and reaches the plant downstream. */
import type { StageConstraint } from '../../../stage/constraint.js';
import { sendDownstream } from '../travel/stage.js';

export const spillage: StageConstraint = {
  name: 'spillage',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { spillageCost } = draft.at(hydro).penalties;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `spillage(${hydro.id},${block})`;
        const dollars = spillageCost * draft.hours(block);
        const { minSpillageM3s, maxSpillageM3s } = draft.limits(hydro, block);
        const column = draft.column('spillage', name, minSpillageM3s, maxSpillageM3s, dollars);
        draft.columns.spillage[hydro.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) {
        const column = draft.columns.spillage[hydro.index * draft.blocks + block]!;
        draft.release(hydro.index, block, column);
        sendDownstream(draft, hydro, block, column);
      }
    }
  },
};
