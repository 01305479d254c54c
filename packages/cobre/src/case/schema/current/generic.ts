/** User constraints of current cases: two bounds, named expressions and parameters. */
import * as z from 'zod';
import { calendarDate, entityId, fileRoot, finite, positive, stageId } from '../primitives.js';
import type { GenericConstraintsFile } from '../scenarios.js';
import { constraintShape } from '../scenarios.js';

const { sense: _twoBounds, ...constraint } = constraintShape;

export const currentGenericConstraintsFile = fileRoot({
  expressions: z
    .array(z.object({ name: z.string().min(1), expression: z.string(), description: z.string().nullish() }))
    .nullish()
    .describe('Named expressions, used as @name'),
  constraints: z.array(
    z.object({
      ...constraint,
      bound_lower_ref: z.string().nullish().describe('Parameter that gives the lower bound'),
      bound_upper_ref: z.string().nullish().describe('Parameter that gives the upper bound'),
    }),
  ),
}).describe('User constraints over the variables of a stage');

export function readGenericConstraints(file: z.output<typeof currentGenericConstraintsFile>): GenericConstraintsFile {
  return file;
}

const named = { id: entityId, name: z.string().min(1), description: z.string().nullish() };

export const computedTags = [
  'equivalent_productivity',
  'accumulated_productivity',
  'reference_volume',
  'reference_turbine',
  'min_storage',
  'max_storage',
  'specific_productivity',
  'integrated_equivalent_productivity',
  'integrated_accumulated_productivity',
  'max_stored_energy',
] as const;

const parameter = z.discriminatedUnion('kind', [
  z.object({ ...named, kind: z.literal('constant'), value: finite }),
  z.object({ ...named, kind: z.literal('per_stage'), values: z.array(z.tuple([stageId, finite])) }),
  z.object({ ...named, kind: z.literal('seasonal'), values: z.array(z.tuple([z.int().min(0), finite])) }),
  z.object({
    ...named,
    kind: z.literal('per_stage_block'),
    block_values: z.array(z.tuple([stageId, z.int().min(0), finite])),
  }),
  z.object({
    ...named,
    kind: z.literal('computed'),
    computed_spec: z.object({ tag: z.enum(computedTags), hydro_id: entityId }),
  }),
]);

/** The top level of this file may hold other keys (the format says so); they are left alone. */
export const genericParametersFile = z
  .looseObject({ $schema: z.string().optional(), scalar_parameters: z.array(parameter) })
  .describe('Numbers that user constraints refer to as @name');

export type GenericParameterEntry = z.output<typeof parameter>;

export const postStudyStagesFile = fileRoot({
  stages: z.array(z.object({ start_date: calendarDate, duration_hours: positive })),
  thermal_bounds: z.array(
    z.object({
      thermal_id: entityId,
      post_study_stage_index: z.int().min(0),
      cost_per_mwh: finite,
      min_mw: finite,
      max_mw: finite,
    }),
  ),
}).describe('Stages after the study that anticipated thermals deliver in');
