import type { Equipment } from '../equipment.js';
import { anticipatedPlants } from './anticipation/checks.js';
import { fixedDeliveries } from './anticipation/fixed-deliveries.js';
import { anticipatedLanes, hasAnticipation } from './anticipation/results.js';
import { anticipatedDispatch, anticipatedTerms } from './anticipation/stage.js';
import { commitments } from './anticipation/state.js';
import { ranges } from './checks.js';
import { resolveThermals, type Thermal } from './resolve.js';
import { currentThermals, thermals as table } from './results.js';
import { files } from './schema.js';
import { terms, thermalGeneration } from './stage.js';

export const thermals: Equipment<{
  kind: 'thermals';
  registry: 'thermals';
  item: Thermal;
  files: typeof files;
  columns: 'thermal' | 'thermalSegments' | 'thermalDecision';
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
  tables: { thermalBounds: { column: 'thermal_id', stages: 'reference', wholeStage: ['cost_per_mwh'] } },
  ranges,
  rules: [anticipatedPlants],
  columns: { thermal: 'block', thermalSegments: 'count', thermalDecision: 'entity' },
  stage: [thermalGeneration, anticipatedDispatch],
  costKinds: ['thermal', 'anticipated'],
  terms: { ...terms, ...anticipatedTerms },
  state: commitments,
  results: {
    table,
    currentTable: currentThermals,
    more: [anticipatedLanes],
    models: [fixedDeliveries],
    idColumn: 'thermal_id',
  },
  costs: [
    { place: 1, name: 'thermal_cost', description: 'Thermal generation', of: (paid) => paid('thermal') },
    {
      place: 1.5,
      name: 'anticipated_thermal_cost',
      description: 'Generation that was decided for later stages',
      isTold: hasAnticipation,
      of: (paid) => paid('anticipated'),
    },
  ],
  busIndex: (thermal) => thermal.busIndex,
  limits(thermal, stageIndex) {
    const at = thermal.at[stageIndex]!;
    return at.exists ? { generation_min: at.minMw, generation_max: at.maxMw } : null;
  },
};
