import * as z from 'zod';
import type { PrincipalId, WorkspaceId } from './ids.js';
import type { RunStatus } from './run.js';

const days = z.coerce.number().int().min(1).max(36_500);

/** For how long what has ended is kept. What is left out is kept for ever. */
export const RetentionRule = z.strictObject({
  succeededDays: days
    .optional()
    .describe('Runs that succeeded, with all that belongs to them, so many days after their end'),
  failedDays: days.optional().describe('Runs that failed'),
  cancelledDays: days.optional().describe('Runs that were cancelled'),
  evidenceDays: days
    .optional()
    .describe('Evidence, from the oldest on, until the first entry that is younger or of a run that is kept'),
  eventDays: days
    .optional()
    .describe('Events of the feed that every webhook has been sent, and the calls policies are simulated with'),
  everyHours: z.coerce
    .number()
    .int()
    .min(1)
    .max(8760)
    .optional()
    .describe('Do it by itself so often; only when asked if left out'),
});
export type RetentionRule = z.output<typeof RetentionRule>;

export interface Retention {
  readonly workspaceId: WorkspaceId;
  readonly rule: RetentionRule;
  readonly savedBy: PrincipalId;
  readonly savedAt: number;
  /** When it was last done by itself. */
  readonly doneAt?: number;
}

const dayMs = 86_400_000;

export type EndedStatus = Extract<RunStatus, 'Succeeded' | 'Failed' | 'Cancelled'>;

/** What a rule calls the days of runs that ended so. */
export const ofStatus = { Succeeded: 'succeededDays', Failed: 'failedDays', Cancelled: 'cancelledDays' } as const;
export const endedStatuses = Object.keys(ofStatus) as readonly EndedStatus[];

/** What ended before this has been kept long enough; never, when nothing is said about it. */
export function endedBefore(rule: RetentionRule, status: RunStatus, now: number): number {
  const name = ofStatus[status as EndedStatus];
  return before(name === undefined ? undefined : rule[name], now);
}

export const before = (kept: number | undefined, now: number): number =>
  kept === undefined ? Number.NEGATIVE_INFINITY : now - kept * dayMs;
