import * as z from 'zod';
import { optional, parquet, sameWords } from '../../case/file-spec.js';
import { dated, entityId, fileRoot, finite, lifetime, named, nonNegative } from '../../case/schema/primitives.js';
import { blockIdColumn, idColumn, notNegative, optionalDouble, stageIdColumn, table } from '../../case/table/column.js';

const contract = {
  ...named,
  bus_id: entityId,
  type: z.enum(['import', 'export']),
  ...lifetime,
  price_per_mwh: finite.describe('Added to the cost; an export that earns has a negative price'),
  limits: z.object({ min_mw: nonNegative, max_mw: nonNegative }),
};
const described = 'Import and export contracts';
const contractsFile = fileRoot({ contracts: z.array(z.object(contract)) }).describe(described);
const currentContractsFile = fileRoot({ contracts: z.array(z.object({ ...contract, ...dated })) }).describe(described);

const contractBounds = table('Stage limits and prices of contracts', ['contract_id', 'stage_id', 'block_id'], {
  contract_id: idColumn(),
  stage_id: stageIdColumn,
  block_id: blockIdColumn,
  min_mw: optionalDouble(notNegative),
  max_mw: optionalDouble(notNegative),
  price_per_mwh: optionalDouble(),
});

export const files = {
  energyContracts: optional<typeof contractsFile>(
    'system/energy_contracts.json',
    contractsFile,
    sameWords(currentContractsFile),
  ),
  contractBounds: parquet('constraints/contract_bounds.parquet', contractBounds),
} as const;
