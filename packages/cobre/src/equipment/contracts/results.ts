import { entityTable, existenceCode } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';

export const contracts: ResultTable = entityTable({
  folder: 'contracts',
  id: ['contract_id', 'Contract'],
  columns: [
    ...doubles({
      power_mw: ['MW', 'Imported or exported, never negative'],
      energy_mwh: ['MWh', 'Power times hours'],
      price_per_mwh: ['$/MWh', 'Negative when an export earns'],
      total_cost: ['$', 'Energy times price'],
    }),
    stateColumn,
  ],
  of: ({ contracts: all }) => all,
  row(solved, contract, { block, hours, cell }) {
    const { exists, inBlock } = contract.at[solved.stage.index]!;
    const { pricePerMwh } = inBlock[block]!;
    const power = solved.value(solved.model.columns.contract[cell]);
    const energy = power * hours;
    return [power, energy, pricePerMwh, energy * pricePerMwh, existenceCode(exists)];
  },
});
