import * as z from 'zod';
import { edition, optional, parquet, required } from '../../case/file-spec.js';
import {
  blockFactors,
  dated,
  deficitSegments,
  entityId,
  fileRoot,
  named,
  sharedDeficitSegments,
  stageId,
} from '../../case/schema/primitives.js';
import {
  aboveZero,
  doubleColumn,
  externalKey,
  idColumn,
  notNegative,
  optionalDouble,
  stageIdColumn,
  table,
} from '../../case/table/column.js';

const busesFile = fileRoot({
  buses: z.array(z.object({ ...named, deficit_segments: deficitSegments.nullish() })),
}).describe('Buses');
const currentBusesFile = fileRoot({
  buses: z.array(z.object({ ...named, ...dated, deficit_segments: sharedDeficitSegments.nullish() })),
}).describe('Buses');

/** A bus of a case of either generation. */
type BusEntry = Omit<z.output<typeof busesFile>['buses'][number], 'deficit_segments'> & {
  readonly deficit_segments?: z.output<typeof sharedDeficitSegments> | null | undefined;
};

const readBuses = (file: z.output<typeof currentBusesFile>): { buses: BusEntry[] } => file;

const loadFactorsFile = fileRoot({
  load_factors: z.array(z.object({ bus_id: entityId, stage_id: stageId, block_factors: blockFactors })),
}).describe('Load of a block relative to the stage');

const externalScenarios = table('Loads given from outside', ['stage_id', 'scenario_id', 'bus_id'], {
  ...externalKey,
  bus_id: idColumn(),
  value_mw: doubleColumn(),
});

const loadStats = table('Mean and deviation of the load', ['bus_id', 'stage_id'], {
  bus_id: idColumn(),
  stage_id: stageIdColumn,
  mean_mw: doubleColumn(),
  std_mw: doubleColumn(notNegative),
});

const penaltyOverrides = table('Stage penalties of buses', ['bus_id', 'stage_id'], {
  bus_id: idColumn(),
  stage_id: stageIdColumn,
  excess_cost: optionalDouble(aboveZero),
});

export const files = {
  buses: required('system/buses.json', busesFile, edition(currentBusesFile, readBuses)),
  externalLoad: parquet('scenarios/external_load_scenarios.parquet', externalScenarios),
  loadStats: parquet('scenarios/load_seasonal_stats.parquet', loadStats),
  loadFactors: optional('scenarios/load_factors.json', loadFactorsFile),
  penaltyOverridesBus: parquet('constraints/penalty_overrides_bus.parquet', penaltyOverrides),
} as const;
