/**
 * Zod schemas that list as the seed writes its own: whole numbers without the limits of doubles, objects that say nothing
 * of further keys, and null as one more type. What zod would list means the same and reads worse.
 */
import * as z from 'zod';

/** A whole number. */
export const integer = (least = Number.MIN_SAFE_INTEGER) =>
  z
    .number()
    .refine((value) => Number.isSafeInteger(value) && value >= least, { message: 'It must be a whole number' })
    .meta({ type: 'integer', ...(least === Number.MIN_SAFE_INTEGER ? {} : { minimum: least }) });

export const record = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape).meta({ additionalProperties: undefined });

/** An object whose keys are somebody else's business. */
export const anyObject = () =>
  z.record(z.string(), z.unknown()).meta({ propertyNames: undefined, additionalProperties: undefined });

export function orNull<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  const either = schema.nullable();
  either._zod.toJSONSchema = () => {
    const { $schema: _, type, ...rest } = z.toJSONSchema(schema, { io: 'output' });
    return { type: [type, 'null'], ...rest };
  };
  return either;
}

/** How every error and warning of a report looks. */
export const errorRecord = record({
  kind: z.string().describe('What kind of problem it is; branch on this'),
  message: z.string(),
  context: anyObject().describe('Where it is: file, entity, field, value'),
  suggestion: orNull(z.string().describe('What to try next')),
});
