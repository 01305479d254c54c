import type { Equipment } from '../equipment.js';
import { type NonControllableSource, resolveNonControllableSources } from './resolve.js';
import { availableWorth, nonControllables as table } from './results.js';
import { files } from './schema.js';
import { nonControllable, terms } from './stage.js';

export const nonControllables: Equipment<{
  kind: 'non_controllable_sources';
  registry: 'nonControllableSources';
  item: NonControllableSource;
  files: typeof files;
  columns: 'source';
}> = {
  kind: 'non_controllable_sources',
  registry: 'nonControllableSources',
  entityType: 'non_controllable',
  code: 7,
  places: { file: 5, stage: 5, question: 7, table: 7 },
  files,
  declaredIn: 'nonControllableSources',
  resolve: resolveNonControllableSources,
  references: [{ field: 'bus_id', target: 'buses', of: (entry) => entry.bus_id }],
  tables: {
    ncsStats: { column: 'ncs_id', stages: 'lenient' },
    externalNcs: { column: 'ncs_id', stages: 'strict' },
    ncsFactors: { column: 'ncs_id', stages: 'reference' },
    ncsBounds: { column: 'ncs_id', stages: 'reference' },
    penaltyOverridesNcs: { column: 'source_id', stages: 'strict' },
  },
  columns: { source: 'block' },
  stage: [nonControllable],
  costKinds: ['curtailment'],
  terms,
  results: { table, idColumn: 'non_controllable_id' },
  costs: [
    {
      place: 22,
      name: 'curtailment_cost',
      description: 'Available power of non-controllable sources not used',
      of: (paid, solved) => paid('curtailment') + availableWorth(solved),
    },
  ],
  busIndex: (source) => source.busIndex,
  scenarioColumn: 'ncs_id',
};
