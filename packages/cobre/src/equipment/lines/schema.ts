import * as z from 'zod';
import { optional, parquet, required, sameWords } from '../../case/file-spec.js';
import {
  dated,
  entityId,
  fileRoot,
  lifetime,
  named,
  nonNegative,
  positive,
  stageId,
} from '../../case/schema/primitives.js';
import {
  aboveZero,
  blockIdColumn,
  idColumn,
  notNegative,
  optionalDouble,
  stageIdColumn,
  table,
} from '../../case/table/column.js';

const line = {
  ...named,
  source_bus_id: entityId,
  target_bus_id: entityId,
  ...lifetime,
  capacity: z.object({ direct_mw: nonNegative, reverse_mw: nonNegative }),
  exchange_cost: positive.nullish().describe('$/MWh'),
  losses_percent: z.number().min(0).max(100).nullish(),
};
const described = 'Transmission lines; the list may be empty';
const linesFile = fileRoot({ lines: z.array(z.object(line)) }).describe(described);
const currentLinesFile = fileRoot({ lines: z.array(z.object({ ...line, ...dated })) }).describe(described);

const exchangeFactorsFile = fileRoot({
  exchange_factors: z.array(
    z.object({
      line_id: entityId,
      stage_id: stageId,
      block_factors: z.array(z.object({ block_id: z.int().min(0), direct_factor: positive, reverse_factor: positive })),
    }),
  ),
}).describe('Line capacity of a block relative to the stage');

const lossesColumn = (from: string, to: string) =>
  optionalDouble({
    ...{ min: 0, max: 100, only: 'current' },
    description: `Share lost from ${from} to ${to}; losses_percent of the line when null`,
  });

const bounds = table('Stage capacities and losses of lines', ['line_id', 'stage_id', 'block_id'], {
  line_id: idColumn(),
  stage_id: stageIdColumn,
  block_id: blockIdColumn,
  direct_mw: optionalDouble(notNegative),
  reverse_mw: optionalDouble(notNegative),
  direct_losses_percent: lossesColumn('source', 'target'),
  reverse_losses_percent: lossesColumn('target', 'source'),
});

const penaltyOverrides = table('Stage penalties of lines', ['line_id', 'stage_id'], {
  line_id: idColumn(),
  stage_id: stageIdColumn,
  exchange_cost: optionalDouble(aboveZero),
});

export const files = {
  lines: required<typeof linesFile>('system/lines.json', linesFile, sameWords(currentLinesFile)),
  lineBounds: parquet('constraints/line_bounds.parquet', bounds),
  exchangeFactors: optional<typeof exchangeFactorsFile>('constraints/exchange_factors.json', exchangeFactorsFile, null),
  penaltyOverridesLine: parquet('constraints/penalty_overrides_line.parquet', penaltyOverrides),
} as const;

export type LineEntry = z.output<typeof linesFile>['lines'][number];
