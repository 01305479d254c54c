import * as z from 'zod';

const yearAndMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { message: 'Write a month as 2019-03' });

/** When somebody held a role, both months included; without an end it still goes on. */
export const Period = z
  .object({
    from: yearAndMonth.describe('First month, as 2019-03'),
    to: yearAndMonth.optional().describe('Last month; left out while it goes on'),
  })
  .refine(({ from, to }) => to === undefined || from <= to, { message: 'The end is before the beginning' });
export type Period = Readonly<z.infer<typeof Period>>;
