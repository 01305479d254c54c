import * as z from 'zod';

export const caseDir = z.string().describe('Absolute path to the case directory');
export const outputDir = z.string().describe('Absolute path to the output directory');

/** A whole number. Listed, it says only that, where zod would add the limits of doubles to every one. */
export const integer = (least = Number.MIN_SAFE_INTEGER) =>
  z
    .number()
    .refine((value) => Number.isSafeInteger(value) && value >= least, { message: 'It must be a whole number' })
    .meta({ type: 'integer', ...(least === Number.MIN_SAFE_INTEGER ? {} : { minimum: least }) });

/** An inclusive pair of integers. */
export const range = (description: string) =>
  z
    .array(integer())
    .length(2)
    .refine(([first = 0, last = 0]) => first <= last, { message: 'The first number must not be above the second' })
    .describe(description);

/** How every error and warning of a report looks. */
export const errorRecord = {
  type: 'object',
  properties: {
    kind: { type: 'string', description: 'What kind of problem it is; branch on this' },
    message: { type: 'string' },
    context: { type: 'object', description: 'Where it is: file, entity, field, value' },
    suggestion: { type: ['string', 'null'], description: 'What to try next' },
  },
  required: ['kind', 'message', 'context', 'suggestion'],
} as const;

export function pairOf(numbers: readonly number[] | undefined): readonly [number, number] | undefined {
  return numbers === undefined ? undefined : [numbers[0]!, numbers[1]!];
}
