import { z } from 'zod';
import { optional, parquet } from '../../case/file-spec.js';
import { entityId, fileRoot, finite, lifetime, named, nonNegative } from '../../case/schema/primitives.js';
import { idColumn, notNegative, optionalDouble, stageIdColumn, table } from '../../case/table/column.js';

const energyContractsFile = fileRoot({
  contracts: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      type: z.enum(['import', 'export']),
      ...lifetime,
      price_per_mwh: finite.describe('Added to the cost; an export that earns has a negative price'),
      limits: z.object({ min_mw: nonNegative, max_mw: nonNegative }),
    }),
  ),
}).describe('Import and export contracts');

const contractBounds = table('Stage limits and prices of contracts', ['contract_id', 'stage_id'], {
  contract_id: idColumn(),
  stage_id: stageIdColumn,
  min_mw: optionalDouble(notNegative),
  max_mw: optionalDouble(notNegative),
  price_per_mwh: optionalDouble(),
});

export const files = {
  energyContracts: optional('system/energy_contracts.json', energyContractsFile),
  contractBounds: parquet('constraints/contract_bounds.parquet', contractBounds),
} as const;
