import * as z from 'zod';

/** A year, or a month of it: as exact as the resume is. */
const Month = z.string().regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/, 'Write 2019 or 2019-04');

/** The job, study or project that a claim belongs to. Claims of one role carry the same one, so years can be counted. */
export const Role = z.object({
  employer: z.string().optional().describe('Company, school or organisation'),
  title: z.string().optional().describe('Position or degree'),
  from: Month.optional().describe('Year or month it began'),
  to: Month.optional().describe('Year or month it ended; for a current one, the month in which that was said'),
  current: z.literal(true).optional().describe('It was still going on when the resume was read'),
});
export type Role = Readonly<z.infer<typeof Role>>;
