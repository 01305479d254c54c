import * as z from 'zod';

/** What whoever makes a policy count, or takes one out of use, says about the difference it makes. */
export const seen = {
  diffDigest: z
    .string()
    .regex(/^\d{1,15}\.sha256:[0-9a-f]{64}$/, 'is no digest of a difference')
    .optional()
    .describe('The difference that was looked at, from `simulate` against `active` or from the refusal that shows it'),
  withoutDiff: z.boolean().optional().describe('Nobody has looked at the difference; goes into evidence'),
};
