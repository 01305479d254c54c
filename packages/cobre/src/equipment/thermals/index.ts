import type { Equipment } from '../equipment.js';
import { ranges } from './checks.js';
import { resolveThermals, type Thermal } from './resolve.js';
import { thermals as table } from './results.js';
import { files } from './schema.js';
import { terms, thermalGeneration } from './stage.js';

export const thermals: Equipment<{
  kind: 'thermals';
  registry: 'thermals';
  item: Thermal;
  files: typeof files;
  columns: 'thermal' | 'thermalSegments';
}> = {
  kind: 'thermals',
  registry: 'thermals',
  entityType: 'thermal',
  code: 1,
  places: { file: 4, stage: 3, question: 2, table: 2 },
  files,
  declaredIn: 'thermals',
  resolve: resolveThermals,
  references: [{ field: 'bus_id', target: 'buses', of: (entry) => entry.bus_id }],
  tables: { thermalBounds: { column: 'thermal_id', stages: 'reference' } },
  ranges,
  columns: { thermal: 'block', thermalSegments: 'count' },
  stage: [thermalGeneration],
  costKinds: ['thermal'],
  terms,
  results: { table, idColumn: 'thermal_id' },
  costs: [{ place: 1, name: 'thermal_cost', description: 'Thermal generation', of: (paid) => paid('thermal') }],
  busIndex: (thermal) => thermal.busIndex,
  limits(thermal, stageIndex) {
    const at = thermal.at[stageIndex]!;
    return at.exists ? { generation_min: at.minMw, generation_max: at.maxMw } : null;
  },
};
