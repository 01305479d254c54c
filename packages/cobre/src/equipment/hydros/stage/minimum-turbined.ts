/** Turbined flow should not fall below a minimum; what is missing is paid per hour. */
import type { StageConstraint } from '../../../stage/constraint.js';
import { plantMinima } from '../units/plant-limits.js';

export const minimumTurbined: StageConstraint = {
  name: 'minimum turbined flow',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { state, penalties } = draft.at(hydro);
      if (state !== 'operating') continue;
      for (let block = 0; block < draft.blocks; block++) {
        if (plantMinima(draft, hydro, block).minTurbinedM3s <= 0) continue;
        const name = `turbined below(${hydro.id},${block})`;
        const dollars = penalties.turbinedViolationBelowCost * draft.hours(block);
        const column = draft.column('turbined_below', name, 0, Infinity, dollars);
        draft.columns.turbinedBelow[hydro.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) {
        const at = hydro.index * draft.blocks + block;
        const slack = draft.columns.turbinedBelow[at]!;
        if (slack < 0) continue;
        const { minTurbinedM3s } = plantMinima(draft, hydro, block);
        const row = draft.lp.row(`minimum turbined(${hydro.id},${block})`, minTurbinedM3s, Infinity);
        draft.entry(row, draft.columns.turbined[at]!, 1);
        draft.entry(row, slack, 1);
        draft.consecutive(row, draft.columns.unitTurbinedBelow[at]!, draft.columns.unitCells[hydro.index]!, 1);
      }
    }
  },
};
