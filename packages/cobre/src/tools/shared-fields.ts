import * as z from 'zod';

export const caseDir = z.string().describe('Absolute path to the case directory');
export const outputDir = z.string().describe('Absolute path to the output directory');

/** An inclusive pair of integers. */
export const range = (description: string) =>
  z
    .array(z.int())
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
