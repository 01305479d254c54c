/**
 * Steps and approvals as they lie in the database, in the form they have had since the first version: everything side by
 * side. Here they become what the domain speaks of, and what a state must have is checked once.
 */
import type { Approval, ApprovalDetails, ApprovalStatus } from '../domain/approval.js';
import type { Standing, Step, StepCall, StepDetails, StepState } from '../domain/step.js';
import { portariumFault } from '../faults.js';

type StoredStep = Omit<StepDetails, 'call' | 'tries'> & Partial<StepCall> & { readonly tries?: number };

const ofStep: { readonly [S in StepState]: readonly (keyof Extract<Standing, { state: S }>)[] } = {
  Pending: [],
  Running: [],
  WaitingForApproval: ['approvalId'],
  WaitingForManualCompletion: ['workItemId'],
  WaitingForAgent: ['taskId'],
  WaitingForRun: ['childRunId'],
  WaitingForTurn: [],
  WaitingForTimer: ['availableAt'],
  Blocked: ['blockedBecause', 'workItemId'],
  UnknownOutcome: ['error', 'workItemId'],
  Succeeded: ['endedAt'],
  Failed: ['error', 'endedAt'],
  Skipped: ['endedAt'],
  Cancelled: ['endedAt'],
};

export const storedStep = {
  read({ effect, idempotencyKey, toolSchemaHash, tries = 0, ...rest }: StoredStep): Step {
    complete('step', rest.stepId, rest.state, rest, ofStep[rest.state]);
    const isCall = effect !== undefined && idempotencyKey !== undefined && toolSchemaHash !== undefined;
    return Object.assign(rest, { tries }, isCall && { call: { effect, idempotencyKey, toolSchemaHash } }) as Step;
  },
  write: ({ call, tries, ...rest }: Step): StoredStep => ({ ...rest, ...call, ...(tries === 0 ? {} : { tries }) }),
};

const ofApproval: Readonly<Record<ApprovalStatus, readonly (keyof ApprovalDetails)[]>> = {
  Pending: [],
  Approved: ['decidedAt'],
  Denied: ['decidedAt'],
  RequestChanges: ['decidedAt'],
  Executing: ['decidedAt', 'consumedAt'],
  Executed: ['decidedAt', 'consumedAt'],
  Expired: ['closedBecause'],
};

export const storedApproval = {
  read(stored: Approval): Approval {
    complete('approval', stored.approvalId, stored.status, stored, ofApproval[stored.status]);
    return stored;
  },
  write: (approval: Approval): Approval => approval,
};

function complete(what: string, id: string, state: string, row: object, needed: readonly string[] | undefined): void {
  const missing = needed?.filter((name) => !(name in row)) ?? [`a known state instead of ${state}`];
  if (missing.length === 0) return;
  throw portariumFault(
    'BadConfiguration',
    `The database holds a ${what} "${id}" that is ${state} and lacks ${missing}.`,
    {
      context: { what, id, state, missing },
      suggestion: 'It was written by something else than portarium; restore a backup of the database.',
    },
  );
}
