/** Diverted water reaches only the plant the canal leads to, not the natural one downstream. */
import type { StageConstraint } from '../../../stage/constraint.js';

export const diversion: StageConstraint = {
  name: 'diversion',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { maxDiversionM3s, penalties } = draft.at(hydro);
      if (hydro.diversion === null || maxDiversionM3s <= 0) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `diversion(${hydro.id},${block})`;
        const dollars = penalties.diversionCost * draft.hours(block);
        const column = draft.column('diversion', name, 0, maxDiversionM3s, dollars);
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
