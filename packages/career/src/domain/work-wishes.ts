import * as z from 'zod';

export const remoteWishes = ['only', 'yes', 'no'] as const;

const amountOfPay = /^\d{2,9}(?:\.\d{1,2})? [A-Z]{3} (?:hour|day|month|year)$/;

/** Under which conditions somebody takes a job. What is left out is unknown, and holds nothing against a posting. */
export const WorkWishes = z.object({
  places: z.array(z.string().min(1)).optional().describe('Towns or regions where one would work'),
  remote: z.enum(remoteWishes).optional().describe('Work from afar: only, yes or no'),
  commute_km: z
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe('How many kilometres one would travel to work, as the crow flies'),
  relocate: z.boolean().optional().describe('Whether one would move'),
  least_pay: z
    .string()
    .regex(amountOfPay, 'Write 45000 GBP year')
    .optional()
    .describe('What must be paid at least, as "45000 GBP year"; per hour, day, month or year'),
  work_rights: z.array(z.string().min(1)).optional().describe('Where one may work: country codes, or EU'),
});
export type WorkWishes = Readonly<z.infer<typeof WorkWishes>>;

/** Each of them can be taken back. */
export const wishFields = ['places', 'commute_km', 'remote', 'relocate', 'least_pay', 'work_rights'] as const;

/** The same with where the person lives. */
export const PersonFacts = WorkWishes.extend({ location: z.string().optional() });
export type PersonFacts = Readonly<z.infer<typeof PersonFacts>>;
