import type { Equipment } from '../equipment.js';
import { distinctBuses } from './checks.js';
import { type Line, resolveLines } from './resolve.js';
import { exchanges } from './results.js';
import { files } from './schema.js';
import { lines as flows, terms } from './stage.js';

export const lines: Equipment<{
  kind: 'lines';
  registry: 'lines';
  item: Line;
  files: typeof files;
  columns: 'lineDirect' | 'lineReverse';
}> = {
  kind: 'lines',
  registry: 'lines',
  entityType: 'line',
  code: 3,
  places: { file: 2, stage: 6, question: 4, table: 3 },
  files,
  declaredIn: 'lines',
  resolve: resolveLines,
  references: [
    { field: 'source_bus_id', target: 'buses', of: (entry) => entry.source_bus_id },
    { field: 'target_bus_id', target: 'buses', of: (entry) => entry.target_bus_id },
  ],
  tables: {
    lineBounds: { column: 'line_id', stages: 'reference' },
    exchangeFactors: { column: 'line_id', stages: 'reference' },
    penaltyOverridesLine: { column: 'line_id', stages: 'strict' },
  },
  rules: [distinctBuses],
  columns: { lineDirect: 'block', lineReverse: 'block' },
  stage: [flows],
  costKinds: ['exchange'],
  terms,
  results: { table: exchanges, idColumn: 'line_id' },
  costs: [{ place: 23, name: 'exchange_cost', description: 'Power moved over lines', of: (paid) => paid('exchange') }],
  busIndex: () => null,
};
