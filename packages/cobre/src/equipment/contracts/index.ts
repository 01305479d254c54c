import type { Equipment } from '../equipment.js';
import { exportPrices, ranges } from './checks.js';
import { type Contract, resolveContracts } from './resolve.js';
import { contracts as table } from './results.js';
import { files } from './schema.js';
import { contracts as power, terms } from './stage.js';

export const contracts: Equipment<{
  kind: 'contracts';
  registry: 'contracts';
  item: Contract;
  files: typeof files;
  columns: 'contract';
}> = {
  kind: 'contracts',
  registry: 'contracts',
  entityType: 'contract',
  code: 5,
  places: { file: 7, stage: 4, question: 5, table: 6 },
  files,
  declaredIn: 'energyContracts',
  idleIn05: true,
  resolve: resolveContracts,
  references: [{ field: 'bus_id', target: 'buses', of: (entry) => entry.bus_id }],
  tables: { contractBounds: { column: 'contract_id', stages: 'reference' } },
  ranges,
  rules: [exportPrices],
  columns: { contract: 'block' },
  stage: [power],
  costKinds: ['contract'],
  terms,
  results: { table, idColumn: 'contract_id' },
  costs: [
    {
      place: 2,
      name: 'contract_cost',
      description: 'Contracts; negative when exports earn',
      of: (paid) => paid('contract'),
    },
  ],
  busIndex: (contract) => contract.busIndex,
  limits(contract, stageIndex) {
    const at = contract.at[stageIndex]!;
    return at.exists ? { flow_min: at.minMw, flow_max: at.maxMw } : null;
  },
};
