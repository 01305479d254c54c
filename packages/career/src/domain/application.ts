import * as z from 'zod';

export const applicationOutcomes = [
  'applied',
  'interview',
  'offer',
  'accepted',
  'rejected',
  'withdrawn',
  'no_answer',
] as const;

/** What became of an application; the newest one counts, the earlier ones stay. */
export const ApplicationOutcome = z.object({
  opportunity_id: z.string(),
  outcome: z.enum(applicationOutcomes),
  on: z.iso.date().describe('Day on which it happened'),
  note: z.string().default(''),
});
export type ApplicationOutcome = Readonly<z.infer<typeof ApplicationOutcome>>;

/** After these nothing more is expected. */
export function isOver(outcome: ApplicationOutcome['outcome']): boolean {
  return ['accepted', 'rejected', 'withdrawn', 'no_answer'].includes(outcome);
}
