/**
 * Water is conserved, with τ the hm³ of one m³/s in a block and ζ the sum of the τ:
 *
 *     v_out + Σ τ (q + s + d) − Σ τ (q + s of plants upstream) − … = v_in + ζ·inflow
 *
 * One row per plant and stage when blocks are parallel; one per block when they follow each other, where the storage at
 * the end of a block is where the next one starts. A plant that does not exist has no row: its state passes unchanged and
 * its inflow goes to the next existing plant downstream. A plant that cannot store ends every block as it began it. Other members add their own water to these rows.
 */
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';
import { hasFixedStorage } from '../fixed-storage.js';

export const waterBalance: StageConstraint = {
  name: 'water balance',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { maxStorageHm3 } = draft.at(hydro);
      const least = hasFixedStorage(hydro, draft.conventions) ? maxStorageHm3 : 0;
      const { blockStorage, storage } = draft.columns;
      for (let block = 0; draft.chronological && block < draft.blocks - 1; block++) {
        const name = `storage(${hydro.id},${block})`;
        blockStorage[hydro.index * draft.blocks + block] = draft.column('none', name, least, maxStorageHm3);
      }
      const end = draft.column('none', `storage(${hydro.id})`, least, maxStorageHm3);
      storage[hydro.index] = end;
      blockStorage[hydro.index * draft.blocks + draft.blocks - 1] = end;
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) addRows(draft, hydro.index, String(hydro.id));
    for (const hydro of draft.study.system.hydros) addInflow(draft, hydro.index);
  },
};

function addRows(draft: StageDraft, hydro: number, id: string): void {
  const rows = draft.chronological ? draft.blocks : 1;
  for (let k = 0; k < rows; k++) {
    const row = draft.lp.row(`water(${id},${k})`, 0, 0);
    draft.rows.waterBalance[hydro * draft.blocks + k] = row;
    const at = hydro * draft.blocks + k;
    draft.entry(row, draft.chronological ? draft.columns.blockStorage[at]! : draft.columns.storage[hydro]!, 1);
    if (k === 0) draft.storageIntoRow(row, hydro, 1);
    else draft.entry(row, draft.columns.blockStorage[at - 1]!, -1);
  }
}

function addInflow(draft: StageDraft, hydro: number): void {
  const receiver = draft.receiver(hydro);
  for (let block = 0; block < draft.blocks; block++) {
    draft.inflowIntoRow(draft.balanceRow(receiver, block), hydro, draft.blockVolume(block));
  }
}
