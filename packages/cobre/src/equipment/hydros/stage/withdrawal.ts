/**
 * Water taken for other uses is owed; taking less or more than owed is possible at a price. In current cases at most what is
 * owed can be missing, so that withdrawal never turns into a supply.
 */
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';

export const withdrawal: StageConstraint = {
  name: 'water withdrawal',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { withdrawalM3s, penalties } = draft.at(hydro);
      if (withdrawalM3s <= 0) continue;
      const slack = (name: string, cost: number, most: number) =>
        draft.column('withdrawal_violation', `${name}(${hydro.id})`, 0, most, cost * draft.stage.hours);
      const { withdrawalViolationNegCost: under, withdrawalViolationPosCost: over } = penalties;
      const most = draft.conventions.boundsWithdrawalSlack ? withdrawalM3s : Infinity;
      draft.columns.withdrawalUnder[hydro.index] = slack('withdrawal under', under, most);
      draft.columns.withdrawalOver[hydro.index] = slack('withdrawal over', over, Infinity);
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      owe(draft, hydro.index, draft.at(hydro).withdrawalM3s);
      draft.drain(hydro.index, draft.columns.withdrawalUnder[hydro.index]!, -1);
      draft.drain(hydro.index, draft.columns.withdrawalOver[hydro.index]!, 1);
    }
  },
};

function owe(draft: StageDraft, hydro: number, flow: number): void {
  if (flow === 0) return;
  for (let block = 0; block < draft.blocks; block++) {
    draft.moveRow(draft.balanceRow(hydro, block), -flow * draft.blockVolume(block));
  }
}
