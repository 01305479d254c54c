import * as z from 'zod';
import { edition, optional, parquet } from '../../case/file-spec.js';
import {
  blockFactors,
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
  doubleColumn,
  externalKey,
  idColumn,
  notNegative,
  optionalDouble,
  stageIdColumn,
  table,
} from '../../case/table/column.js';

const source = {
  ...named,
  bus_id: entityId,
  ...lifetime,
  max_generation_mw: nonNegative,
  curtailment_cost: positive.nullish().describe('$/MWh'),
};
const described = 'Wind, solar and other injections that can only be curtailed';
const sourcesFile = fileRoot({ non_controllable_sources: z.array(z.object(source)) }).describe(described);
const currentSourcesFile = fileRoot({
  non_controllable_sources: z.array(
    z.object({
      ...source,
      ...dated,
      allow_curtailment: z.boolean().nullish().describe('False: all that is available is generated; true when absent'),
    }),
  ),
}).describe(described);

/** A source of a case of either generation. */
export type NonControllableSourceEntry = z.output<typeof sourcesFile>['non_controllable_sources'][number] & {
  readonly allow_curtailment?: boolean | null | undefined;
};

type Sources = { readonly non_controllable_sources: NonControllableSourceEntry[] };
const readSources = (file: z.output<typeof currentSourcesFile>): Sources => file;

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
  value: doubleColumn({ renamed: 'availability_factor' }),
});

const bounds = table('Stage capacity of non-controllable sources', ['ncs_id', 'stage_id'], {
  ncs_id: idColumn(),
  stage_id: stageIdColumn,
  available_generation_mw: doubleColumn(notNegative),
});

const penaltyOverrides = table('Stage penalties of non-controllable sources', ['source_id', 'stage_id'], {
  source_id: idColumn({ aliases: ['ncs_id'], renamed: 'ncs_id' }),
  stage_id: stageIdColumn,
  curtailment_cost: optionalDouble(aboveZero),
});

export const files = {
  nonControllableSources: optional(
    'system/non_controllable_sources.json',
    sourcesFile,
    edition(currentSourcesFile, readSources),
  ),
  externalNcs: parquet('scenarios/external_ncs_scenarios.parquet', externalScenarios),
  ncsStats: parquet('scenarios/non_controllable_stats.parquet', stats, ['scenarios/non_controllable_models.parquet']),
  ncsFactors: optional('scenarios/non_controllable_factors.json', factorsFile),
  ncsBounds: parquet('constraints/ncs_bounds.parquet', bounds),
  penaltyOverridesNcs: parquet('constraints/penalty_overrides_ncs.parquet', penaltyOverrides),
} as const;
