/**
 * A filling plant may be at any level, but by the end of its last filling stage the dead volume should be full, and where a
 * minimum rate is given it should be on its way there (`../filling.ts`); what is missing is paid per hm³.
 */
import type { StageConstraint } from '../../../stage/constraint.js';

export const fillingTarget: StageConstraint = {
  name: 'filling target',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { fillingTargetHm3, penalties } = draft.at(hydro);
      if (fillingTargetHm3 <= 0) continue;
      draft.columns.fillingShortfall[hydro.index] = draft.column(
        'filling_target',
        `filling shortfall(${hydro.id})`,
        0,
        fillingTargetHm3,
        penalties.fillingTargetViolationCostPerHm3,
      );
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      const slack = draft.columns.fillingShortfall[hydro.index]!;
      if (slack < 0) continue;
      const row = draft.lp.row(`filling target(${hydro.id})`, draft.at(hydro).fillingTargetHm3, Infinity);
      draft.entry(row, draft.columns.storage[hydro.index]!, 1);
      draft.entry(row, slack, 1);
    }
  },
};
