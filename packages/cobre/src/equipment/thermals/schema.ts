import * as z from 'zod';
import { edition, parquet, required } from '../../case/file-spec.js';
import {
  dated,
  entityId,
  fileRoot,
  lifetime,
  named,
  nonNegative,
  positive,
  withoutEffect,
} from '../../case/schema/primitives.js';
import { idColumn, notNegative, optionalDouble, optionalInt, stageIdColumn, table } from '../../case/table/column.js';

const thermal = {
  ...named,
  bus_id: entityId,
  ...lifetime,
  cost_per_mwh: nonNegative.nullish(),
  cost_segments: z
    .array(z.object({ capacity_mw: positive, cost_per_mwh: nonNegative }))
    .min(1)
    .nullish()
    .describe('Stepwise cost, an older form of cost_per_mwh'),
  generation: z.object({ min_mw: nonNegative, max_mw: nonNegative }),
  class: z
    .string()
    .nullish()
    .describe('What results add the plant up under, such as its fuel; without effect on the problem'),
};

const thermalsFile = fileRoot({
  thermals: z.array(
    z.object({
      ...thermal,
      gnl_config: z
        .object({ lag_stages: z.int().min(0) })
        .nullish()
        .meta(withoutEffect('anticipated dispatch is not modelled; the plant is dispatched like any other')),
    }),
  ),
}).describe('Thermal plants; the list may be empty');

const anticipated = z
  .object({ lead_stages: z.int().min(1).nullish(), lead_time_hours: positive.nullish() })
  .refine((lead) => (typeof lead.lead_stages === 'number') !== (typeof lead.lead_time_hours === 'number'), {
    message: 'Needs either lead_stages or lead_time_hours, and not both',
  });

const currentThermalsFile = fileRoot({
  thermals: z.array(
    z.object({
      ...thermal,
      ...dated,
      anticipated_config: anticipated.nullish().describe('Generation that is decided ahead of its delivery'),
    }),
  ),
}).describe('Thermal plants; the list may be empty');

/** A plant of a case of either generation. */
export type ThermalEntry = z.output<typeof thermalsFile>['thermals'][number] & {
  readonly anticipated_config?: z.output<typeof anticipated> | null | undefined;
};

const readThermals = (file: z.output<typeof currentThermalsFile>): { thermals: ThermalEntry[] } => file;

const bounds = table('Stage limits and costs of thermals', ['thermal_id', 'stage_id', 'block_id'], {
  thermal_id: idColumn(),
  stage_id: stageIdColumn,
  block_id: optionalInt({
    noEffect: 'it is reserved; the row holds for the whole stage',
    noEffectIn: 'cobre-0.5',
  }),
  min_generation_mw: optionalDouble({ min: 0, aliases: ['min_mw'] }),
  max_generation_mw: optionalDouble({ min: 0, aliases: ['max_mw'] }),
  cost_per_mwh: optionalDouble(notNegative),
});

export const files = {
  thermals: required('system/thermals.json', thermalsFile, edition(currentThermalsFile, readThermals)),
  thermalBounds: parquet('constraints/thermal_bounds.parquet', bounds),
} as const;
