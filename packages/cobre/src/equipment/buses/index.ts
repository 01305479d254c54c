import type { Equipment } from '../equipment.js';
import { deficitSegments } from './checks.js';
import { type Bus, resolveBuses } from './resolve.js';
import { buses as table } from './results.js';
import { files } from './schema.js';
import { deficit, excess, loadBalance, terms } from './stage.js';

export const buses: Equipment<{
  kind: 'buses';
  registry: 'buses';
  item: Bus;
  files: typeof files;
  columns: 'deficit' | 'deficitSegments' | 'excess';
}> = {
  kind: 'buses',
  registry: 'buses',
  entityType: 'bus',
  code: 2,
  places: { file: 1, stage: 7, question: 3, table: 4 },
  files,
  declaredIn: 'buses',
  resolve: resolveBuses,
  references: [],
  tables: {
    loadStats: { column: 'bus_id', stages: 'lenient' },
    externalLoad: { column: 'bus_id', stages: 'strict' },
    loadFactors: { column: 'bus_id', stages: 'reference' },
    penaltyOverridesBus: { column: 'bus_id', stages: 'strict' },
  },
  fileRules: [deficitSegments],
  columns: { deficit: 'block', deficitSegments: 'count', excess: 'block' },
  balances: [loadBalance],
  stage: [deficit, excess],
  costKinds: ['deficit', 'excess'],
  terms,
  results: { table, idColumn: 'bus_id', aliases: { marginal_cost: 'spot_price' } },
  costs: [
    { place: 3, name: 'deficit_cost', description: 'Load not served', of: (paid) => paid('deficit') },
    { place: 4, name: 'excess_cost', description: 'Power nobody could use', of: (paid) => paid('excess') },
  ],
  busIndex: (bus) => bus.index,
  scenarioColumn: 'bus_id',
};
