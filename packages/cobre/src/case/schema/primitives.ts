import * as z from 'zod';
import { dayOf } from '../read/calendar.js';

/** Building blocks of the file schemas. Descriptions end up in the exported JSON Schemas. */

export const entityId = z
  .union([z.int(), z.string().min(1)])
  .describe('Integer or string; unique within its registry (1 and "1" are the same id)');

export const finite = z.number();
export const nonNegative = z.number().min(0);
export const positive = z.number().gt(0);
export const stageId = z.int();
export const count = z.int().min(1);

/** How every registry names its entries. */
export const named = { id: entityId, name: z.string() };

/** Values of blocks relative to their stage. */
export const blockFactors = z.array(z.object({ block_id: z.int().min(0), factor: nonNegative }));

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date written YYYY-MM-DD')
  .describe('Date, YYYY-MM-DD');

/** A date that the calendar has; the 30th of February is none. */
export const calendarDate = isoDate.refine((date) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || dayOf(date) !== null, {
  message: 'must be a day of the calendar',
});

/** Current cases date every entity; the date only orders entities. */
export const dated = {
  operational_start_date: calendarDate.describe('YYYY-MM-DD; entities are ordered by it, then by id'),
};

export const lifetime = {
  entry_stage_id: stageId.nullish().describe('First stage in which the entity exists; from the start when absent'),
  exit_stage_id: stageId.nullish().describe('First stage in which the entity no longer exists; never when absent'),
};

const deficitSegment = {
  depth_mw: positive.nullable().describe('Width of the segment in MW; null (unlimited) for the last one'),
  cost: positive.describe('$/MWh'),
};
const deficitText = 'Cost of unserved energy, cheapest first';
export const deficitSegments = z.array(z.object(deficitSegment)).min(1).describe(deficitText);

/** The width of a segment may also follow the load; the original has no such key. */
const depthShare = z.number().positive().max(1).nullish();
export const sharedDeficitSegments = z
  .array(
    z.object({
      ...deficitSegment,
      depth_share: depthShare.describe('Width as a share of the load of the block, in place of depth_mw (then null)'),
    }),
  )
  .min(1)
  .describe(deficitText);

/** A key that may be left out, or be null: what it says, and the value it then has where one stands for it. */
export function setting<T extends z.ZodType>(schema: T, description: string, leftOut?: unknown) {
  return schema.nullish().meta(leftOut === undefined ? { description } : { description, default: leftOut });
}

/** Marks a key that is read but changes nothing; validation warns when a case uses it, and its JSON Schema says so. */
export function withoutEffect(reason: string): { noEffect: string } {
  return { noEffect: reason };
}

/** An object of a case file. Unknown keys are tolerated and reported as warnings, so nothing is stripped silently. */
export function fileRoot<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ $schema: z.string().optional().describe('Where an editor finds this schema; not read'), ...shape });
}
