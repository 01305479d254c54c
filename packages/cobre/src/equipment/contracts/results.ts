import { integerIdOf } from '../../case/identity.js';
import {
  blockColumn,
  doubles,
  operativeState,
  type ResultTable,
  stageColumn,
  stateColumn,
  whole,
} from '../../simulation/result-table.js';

export const contracts: ResultTable = {
  folder: 'contracts',
  columns: [
    stageColumn,
    blockColumn,
    whole('contract_id', 'Contract'),
    ...doubles({
      power_mw: ['MW', 'Imported or exported, never negative'],
      energy_mwh: ['MWh', 'Power times hours'],
      price_per_mwh: ['$/MWh', 'Negative when an export earns'],
      total_cost: ['$', 'Energy times price'],
    }),
    stateColumn,
  ],
  rows(solved, add) {
    const { contract: columns } = solved.model.columns;
    for (let block = 0; block < solved.blocks; block++) {
      for (const contract of solved.study.system.contracts) {
        const { exists, pricePerMwh } = contract.at[solved.stage.index]!;
        const power = solved.value(columns[contract.index * solved.blocks + block]);
        const energy = power * solved.hours(block);
        const code = exists ? operativeState.operating : operativeState.deactivated;
        add(solved.stage.id, block, integerIdOf(contract), power, energy, pricePerMwh, energy * pricePerMwh, code);
      }
    }
  },
};
