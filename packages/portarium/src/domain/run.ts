import { conflict } from '../faults.js';
import type { Tier } from './tier.js';
import type { Effect, WorkflowDefinition } from './workflow.js';

export const runStatuses = [
  'Pending',
  'Running',
  'WaitingForApproval',
  'Paused',
  'Succeeded',
  'Failed',
  'Cancelled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const next: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  Pending: ['Running', 'Cancelled', 'Failed'],
  Running: ['Succeeded', 'Failed', 'Cancelled', 'WaitingForApproval', 'Paused'],
  WaitingForApproval: ['Running', 'Cancelled', 'Failed', 'Paused'],
  Paused: ['Running', 'Cancelled', 'Failed', 'WaitingForApproval'],
  Succeeded: [],
  Failed: [],
  Cancelled: [],
};

export const isTerminal = (status: RunStatus): boolean => next[status].length === 0;
export const isLegalMove = (from: RunStatus, to: RunStatus): boolean => next[from].includes(to);

export type ControlState = 'waiting' | 'blocked' | 'degraded' | 'frozen' | 'operator-owned';

export const failureKinds = [
  'ApprovalDenied',
  'ApprovalExpired',
  'ActionFailed',
  'PolicyDenied',
  'UnknownOutcome',
  'WorkflowInvalid',
  'RunDeadlineExceeded',
] as const;
export interface RunFailure {
  readonly kind: (typeof failureKinds)[number];
  readonly message: string;
  readonly actionId?: string;
}

/** Times are milliseconds since the epoch inside, ISO text in views. */
export interface Run {
  readonly workspaceId: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  /** The definition as it was when the run began; later versions do not change a run under way. */
  readonly definition: WorkflowDefinition;
  readonly correlationId: string;
  readonly executionTier: Tier;
  readonly initiatedBy: string;
  readonly initiatedFor: string;
  readonly initiatedVia: string;
  readonly agentId?: string;
  /** The step of another run that waits for this one, and how many runs are above it. */
  readonly parent?: { readonly runId: string; readonly stepId: string; readonly depth: number };
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly status: RunStatus;
  readonly controlState?: ControlState;
  /** Why the run does not go on, in words for a person. */
  readonly waitingFor?: string;
  readonly failure?: RunFailure;
  /** Set once the run is to end; it ends when the calls under way have ended. */
  readonly ending?: { readonly status: 'Failed' | 'Cancelled'; readonly failure?: RunFailure; readonly at: number };
  readonly cancel?: { readonly at: number; readonly by: string; readonly reason?: string };
  readonly pausedBy?: string;
  readonly toolCalls: number;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly deadlineAt?: number;
  /** When the engine should look at the run again; absent while only somebody else can move it. */
  readonly wakeAt?: number;
  readonly lease?: { readonly owner: string; readonly until: number };
  /** Rises with every change of owner. What an earlier owner still writes is refused. */
  readonly epoch: number;
  readonly rev: number;
}

export function moveRun(run: Run, status: RunStatus): Run {
  if (run.status === status) return run;
  if (isLegalMove(run.status, status)) return { ...run, status };
  throw conflict(`A run that is ${run.status} cannot become ${status}.`, { runId: run.runId, status: run.status });
}

export const stepStates = [
  'Pending',
  'Running',
  'WaitingForApproval',
  'WaitingForManualCompletion',
  'WaitingForAgent',
  'WaitingForRun',
  'WaitingForTimer',
  'Blocked',
  'UnknownOutcome',
  'Succeeded',
  'Failed',
  'Skipped',
  'Cancelled',
] as const;
export type StepState = (typeof stepStates)[number];

export const isStepDone = (state: StepState): boolean =>
  state === 'Succeeded' || state === 'Failed' || state === 'Skipped' || state === 'Cancelled';

export interface StepError {
  readonly kind: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** One line of the journal: what was meant to be done, when it left, and how it ended. */
export interface Attempt {
  readonly attempt: number;
  readonly epoch: number;
  readonly intentAt: number;
  /** Written before the call leaves. Without it the call certainly was not made. */
  readonly dispatchedAt?: number;
  readonly outcomeAt?: number;
  readonly outcome?: 'succeeded' | 'failed' | 'unknown' | 'abandoned';
  readonly error?: StepError;
  readonly requestDigest: string;
  readonly responseDigest?: string;
}

export interface Step {
  readonly workspaceId: string;
  readonly runId: string;
  /** The action, or `action[3]` for the fourth member of a forEach. */
  readonly stepId: string;
  readonly actionId: string;
  readonly seq: number;
  readonly operation: string;
  readonly state: StepState;
  readonly item?: { readonly index: number; readonly value: unknown };
  /** For a forEach: how many members it has, once that is known. */
  readonly members?: number;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: StepError;
  readonly effect?: Effect;
  readonly idempotencyKey?: string;
  readonly toolSchemaHash?: string;
  /** Arguments that a revised plan put in the place of those of the workflow. */
  readonly revisedArguments?: Readonly<Record<string, unknown>>;
  readonly approvalId?: string;
  readonly workItemId?: string;
  readonly taskId?: string;
  readonly childRunId?: string;
  readonly attempts: readonly Attempt[];
  /** How many tries have failed, whether or not the call left. */
  readonly tries?: number;
  readonly availableAt?: number;
  readonly blockedBecause?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
}
