/** v_out + slack ≥ minimum, at a price per hm³ that does not depend on the length of the stage. */
import type { StageConstraint } from '../../../stage/constraint.js';

export const minimumStorage: StageConstraint = {
  name: 'minimum storage',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { state, minStorageHm3, penalties } = draft.at(hydro);
      if (state !== 'operating' || minStorageHm3 <= 0) continue;
      draft.columns.storageBelow[hydro.index] = draft.column(
        'storage_violation',
        `storage below(${hydro.id})`,
        0,
        minStorageHm3,
        penalties.storageViolationBelowCostPerHm3,
      );
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      const slack = draft.columns.storageBelow[hydro.index]!;
      if (slack < 0) continue;
      const row = draft.lp.row(`minimum storage(${hydro.id})`, draft.at(hydro).minStorageHm3, Infinity);
      draft.entry(row, draft.columns.storage[hydro.index]!, 1);
      draft.entry(row, slack, 1);
    }
  },
};
