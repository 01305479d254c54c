/** Diverted water reaches only the plant the canal leads to, not the natural one downstream. */
import type { StageConstraint } from '../../../stage/constraint.js';

export const diversion: StageConstraint = {
  name: 'diversion',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { penalties, state } = draft.at(hydro);
      // A reservoir that is filled by a rate keeps its water or spills it.
      if (hydro.diversion === null || (state === 'filling' && draft.conventions.fillingByRate)) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const { minDiversionM3s, maxDiversionM3s } = draft.limits(hydro, block);
        if (maxDiversionM3s <= 0) continue;
        const name = `diversion(${hydro.id},${block})`;
        const dollars = penalties.diversionCost * draft.hours(block);
        const column = draft.column('diversion', name, minDiversionM3s, maxDiversionM3s, dollars);
        draft.columns.diversion[hydro.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) {
        const column = draft.columns.diversion[hydro.index * draft.blocks + block]!;
        draft.release(hydro.index, block, column);
        draft.receive(draft.receiver(hydro.diversion?.targetIndex ?? null), block, column);
      }
    }
  },
};
