import * as z from 'zod';
import { lastTimes, type Recurrence } from './cron.js';
import type { PrincipalId, RunId, ScheduleId, WorkflowId, WorkspaceId } from './ids.js';

export const catchUpRules = ['none', 'last', 'all'] as const;

/** What whoever makes a schedule says. */
export const ScheduleBody = z.strictObject({
  workflowId: z.string().trim().min(1).max(100),
  cron: z.string().trim().min(1).max(200).describe('Minute, hour, day of the month, month, day of the week'),
  timeZone: z.string().trim().min(1).max(100).default('UTC').describe('Name of the IANA database'),
  input: z.record(z.string(), z.unknown()).optional().describe('Input of each run'),
  catchUp: z
    .enum(catchUpRules)
    .default('last')
    .describe(
      'Times at which no server was there, or the workspace was frozen: none, the last or all of them are run late',
    ),
  mostCaughtUp: z.int().min(1).max(100).default(10).describe('With `all`: the newest so many'),
  toleranceSeconds: z.int().min(1).max(86_400).default(60).describe('A run that begins so late is not late yet'),
  active: z.boolean().default(true),
});
export type ScheduleBody = z.output<typeof ScheduleBody>;

/** Starts runs of a workflow at its times, in the name of whoever saved it last. */
export interface Schedule extends Omit<ScheduleBody, 'workflowId' | 'input'> {
  readonly workspaceId: WorkspaceId;
  readonly scheduleId: ScheduleId;
  readonly workflowId: WorkflowId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly principalId: PrincipalId;
  readonly savedAt: number;
  /** The first time that has not been dealt with; absent while paused, and when there is none any more. */
  readonly nextAt?: number;
  /** What came of the last time that was dealt with. */
  readonly last?: { readonly dueAt: number; readonly runId?: RunId; readonly problem?: string };
}

export interface DueTimes {
  /** To be run now, the oldest first. */
  readonly run: readonly number[];
  /** The newest of those that are left out; there may be more before them. */
  readonly missed: readonly number[];
}

/** What is due at this moment, by the rule for what is late. */
export function dueTimes(schedule: Schedule, now: number): DueTimes {
  const { nextAt = now, catchUp, mostCaughtUp, toleranceSeconds } = schedule;
  const due = lastTimes(schedule satisfies Recurrence, nextAt, now, mostOfOneMoment);
  const isOnTime = (time: number): boolean => now - time <= toleranceSeconds * 1000;
  const newest = catchUp === 'all' ? due.slice(-mostCaughtUp) : catchUp === 'last' ? due.slice(-1) : [];
  const run = due.filter((time) => isOnTime(time) || newest.includes(time));
  return { run, missed: due.filter((time) => !run.includes(time)) };
}

/** As many times as are looked at when a server comes back after years. */
const mostOfOneMoment = 100;
