/**
 * A filling plant may be at any level, but by the end of its last filling stage the dead volume should be full; what is
 * missing is paid per hm³.
 */
import type { StageConstraint } from '../../../stage/constraint.js';

export const fillingTarget: StageConstraint = {
  name: 'filling target',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { fillingTarget: due, minStorageHm3, penalties } = draft.at(hydro);
      if (!due || minStorageHm3 <= 0) continue;
      draft.columns.fillingShortfall[hydro.index] = draft.column(
        'filling_target',
        `filling shortfall(${hydro.id})`,
        0,
        minStorageHm3,
        penalties.fillingTargetViolationCostPerHm3,
      );
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      const slack = draft.columns.fillingShortfall[hydro.index]!;
      if (slack < 0) continue;
      const row = draft.lp.row(`filling target(${hydro.id})`, draft.at(hydro).minStorageHm3, Infinity);
      draft.entry(row, draft.columns.storage[hydro.index]!, 1);
      draft.entry(row, slack, 1);
    }
  },
};
