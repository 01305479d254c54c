/**
 * v_out + slack ≥ minimum, at a price per hm³ that does not depend on the length of the stage. Where storage is fixed the slack
 * is water that is missing: it enters the balance, evenly over the stage, and does not have to be given back. Where blocks
 * follow each other, current cases ask the same of the end of every block, save of plants that have been filling.
 */
import type { Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';
import { hasFixedStorage } from '../fixed-storage.js';

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
      if (hasFixedStorage(hydro, draft.conventions)) {
        supply(draft, hydro.index, slack);
        continue;
      }
      const row = draft.lp.row(`minimum storage(${hydro.id})`, draft.at(hydro).minStorageHm3, Infinity);
      draft.entry(row, draft.columns.storage[hydro.index]!, 1);
      draft.entry(row, slack, 1);
      if (draft.chronological && draft.conventions.minimumInEveryBlock && hydro.filling === null) within(draft, hydro);
    }
  },
};

/** The blocks before the last, each with a slack of its own. */
function within(draft: StageDraft, hydro: Hydro): void {
  const { minStorageHm3, penalties } = draft.at(hydro);
  for (let k = 0; k < draft.blocks - 1; k++) {
    const name = `storage below(${hydro.id},${k})`;
    const price = penalties.storageViolationBelowCostPerHm3;
    const slack = draft.column('storage_violation', name, 0, minStorageHm3, price);
    const row = draft.lp.row(`minimum storage(${hydro.id},${k})`, minStorageHm3, Infinity);
    draft.entry(row, draft.columns.blockStorage[hydro.index * draft.blocks + k]!, 1);
    draft.entry(row, slack, 1);
  }
}

function supply(draft: StageDraft, hydro: number, slack: number): void {
  const { hours } = draft.stage;
  if (draft.chronological) {
    for (let k = 0; k < draft.blocks; k++) draft.entry(draft.balanceRow(hydro, k), slack, -draft.hours(k) / hours);
  } else draft.entry(draft.balanceRow(hydro, 0), slack, -1);
}
