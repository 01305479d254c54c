import { z } from 'zod';
import { optional, parquet } from '../../case/file-spec.js';
import {
  blockFactors,
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
  doubleColumn,
  externalKey,
  idColumn,
  notNegative,
  optionalDouble,
  stageIdColumn,
  table,
} from '../../case/table/column.js';

const sourcesFile = fileRoot({
  non_controllable_sources: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      ...lifetime,
      max_generation_mw: nonNegative,
      curtailment_cost: positive.nullish().describe('$/MWh'),
    }),
  ),
}).describe('Wind, solar and other injections that can only be curtailed');

const factorsFile = fileRoot({
  non_controllable_factors: z.array(z.object({ ncs_id: entityId, stage_id: stageId, block_factors: blockFactors })),
}).describe('Availability of a block relative to the stage');

const stats = table('Availability as a fraction of the capacity', ['ncs_id', 'stage_id'], {
  ncs_id: idColumn(),
  stage_id: stageIdColumn,
  mean: doubleColumn({ min: 0, max: 1 }),
  std: doubleColumn(notNegative),
});

const externalScenarios = table('Availabilities given from outside', ['stage_id', 'scenario_id', 'ncs_id'], {
  ...externalKey,
  ncs_id: idColumn(),
  value: doubleColumn(),
});

const bounds = table('Stage capacity of non-controllable sources', ['ncs_id', 'stage_id'], {
  ncs_id: idColumn(),
  stage_id: stageIdColumn,
  available_generation_mw: doubleColumn(notNegative),
});

const penaltyOverrides = table('Stage penalties of non-controllable sources', ['source_id', 'stage_id'], {
  source_id: idColumn({ aliases: ['ncs_id'] }),
  stage_id: stageIdColumn,
  curtailment_cost: optionalDouble(aboveZero),
});

export const files = {
  nonControllableSources: optional('system/non_controllable_sources.json', sourcesFile),
  externalNcs: parquet('scenarios/external_ncs_scenarios.parquet', externalScenarios),
  ncsStats: parquet('scenarios/non_controllable_stats.parquet', stats, ['scenarios/non_controllable_models.parquet']),
  ncsFactors: optional('scenarios/non_controllable_factors.json', factorsFile),
  ncsBounds: parquet('constraints/ncs_bounds.parquet', bounds),
  penaltyOverridesNcs: parquet('constraints/penalty_overrides_ncs.parquet', penaltyOverrides),
} as const;

export type NonControllableSourceEntry = z.output<typeof sourcesFile>['non_controllable_sources'][number];
