import * as z from 'zod';

/** One opportunity of the shortlist: how well the confirmed claims answer it, and why. */
export const Shortlisted = z.object({
  opportunity_id: z.string(),
  company: z.string(),
  role_title: z.string(),
  score: z.number(),
  met: z.int(),
  partly: z.int(),
  missing: z.int(),
  reasons: z.array(
    z.object({
      requirement: z.string(),
      verdict: z.string(),
      because: z.string().describe('The claim that answers it best'),
    }),
  ),
  deadline: z.string().optional(),
  location: z.string().optional(),
  outcome: z.string().optional(),
  note: z.string().optional(),
});
export type Shortlisted = z.output<typeof Shortlisted>;
