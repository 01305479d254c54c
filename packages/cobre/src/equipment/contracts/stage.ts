/** Imports add power at a price; exports take it and, with a negative price, earn. */
import type { StageConstraint } from '../../stage/constraint.js';
import type { GenericTermMeaning } from '../equipment.js';

export const contracts: StageConstraint = {
  name: 'contracts',

  columns(draft) {
    for (const contract of draft.study.system.contracts) {
      const { exists, inBlock } = contract.at[draft.stage.index]!;
      if (!exists) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const { minMw, maxMw, pricePerMwh } = inBlock[block]!;
        const name = `contract(${contract.id},${block})`;
        const column = draft.column('contract', name, minMw, maxMw, pricePerMwh * draft.hours(block));
        draft.columns.contract[contract.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const contract of draft.study.system.contracts) {
      for (let block = 0; block < draft.blocks; block++) {
        const column = draft.columns.contract[contract.index * draft.blocks + block]!;
        const load = draft.rows.loadBalance[contract.busIndex * draft.blocks + block]!;
        draft.entry(load, column, contract.type === 'import' ? 1 : -1);
      }
    }
  },
};

const power: GenericTermMeaning = {
  perBlock: true,
  add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.contract[cell]!, c),
};

export const terms = { contract_import: power, contract_export: power };
