/** A step of a run: who it is, what has happened to it, and where it stands. What is so only in one state is only there. */
import {
  type ApprovalId,
  idOf,
  type RunId,
  type StepId,
  type TaskId,
  type WorkItemId,
  type WorkspaceId,
} from './ids.js';
import type { Effect } from './workflow.js';

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

/** What was found out about the call of a step when its first intent was written. */
export interface StepCall {
  readonly effect: Effect;
  /** The same for every attempt. */
  readonly idempotencyKey: string;
  readonly toolSchemaHash: string;
}

interface StepIdentity {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** The action, or `action[3]` for the fourth member of a forEach. */
  readonly stepId: StepId;
  readonly actionId: string;
  readonly seq: number;
  readonly operation: string;
  readonly item?: { readonly index: number; readonly value: unknown };
}

/** What has happened so far. It is only added to, whatever state the step goes to. */
export interface StepHistory {
  readonly startedAt?: number;
  readonly input?: unknown;
  readonly call?: StepCall;
  /** Arguments that a revised plan put in the place of those of the workflow. */
  readonly revisedArguments?: Readonly<Record<string, unknown>>;
  readonly attempts: readonly Attempt[];
  /** The answer to a single call as it came, for whoever proposed it. */
  readonly result?: unknown;
  /** How many tries have failed, whether or not the call left. */
  readonly tries: number;
  /** What the step waited for or asked about last, of each kind. */
  readonly approvalId?: ApprovalId;
  readonly workItemId?: WorkItemId;
  readonly taskId?: TaskId;
  readonly childRunId?: RunId;
  /** Whoever proposed the call has come to it. */
  readonly turnGiven?: true;
}

/**
 * How far a forEach is. Only members that have begun and have not ended are looked at when something happens, so that a
 * list of ten thousand costs no more per member than a list of ten.
 */
export interface Turns {
  /** So many members have a row. */
  readonly opened: number;
  /** So many, from the first on, have had their turn. */
  readonly begun: number;
  /** Those of them that have not ended. */
  readonly open: readonly number[];
}

/** Where a step stands, with what is true only there. */
export type Standing =
  /** `error` tells of the try before. */
  | { readonly state: 'Pending'; readonly error?: StepError }
  /** `members` says how many a forEach has; they are steps of their own, and `turns` which of them count at the moment. */
  | { readonly state: 'Running'; readonly error?: StepError; readonly members?: number; readonly turns?: Turns }
  | { readonly state: 'WaitingForApproval'; readonly approvalId: ApprovalId }
  | { readonly state: 'WaitingForManualCompletion'; readonly workItemId: WorkItemId }
  | { readonly state: 'WaitingForAgent'; readonly taskId: TaskId }
  | { readonly state: 'WaitingForRun'; readonly childRunId: RunId }
  /** Whoever proposed the call has not come to it yet. */
  | { readonly state: 'WaitingForTurn' }
  | {
      readonly state: 'WaitingForTimer';
      readonly availableAt: number;
      readonly error?: StepError;
      readonly blockedBecause?: string;
    }
  | { readonly state: 'Blocked'; readonly blockedBecause: string; readonly workItemId: WorkItemId }
  | { readonly state: 'UnknownOutcome'; readonly error: StepError; readonly workItemId: WorkItemId }
  | { readonly state: 'Succeeded'; readonly output: unknown; readonly endedAt: number }
  | { readonly state: 'Failed'; readonly error: StepError; readonly endedAt: number }
  | { readonly state: 'Skipped'; readonly endedAt: number }
  | { readonly state: 'Cancelled'; readonly error?: StepError; readonly endedAt: number };

/** The step of an action, or of one member of its list. */
export const stepIdOf = (actionId: string, member?: number): StepId =>
  idOf(member === undefined ? actionId : `${actionId}[${member}]`);

export type Step = StepIdentity & StepHistory & Standing;
export type StepState = Standing['state'];

export const stepStates = [
  'Pending',
  'Running',
  'WaitingForApproval',
  'WaitingForManualCompletion',
  'WaitingForAgent',
  'WaitingForRun',
  'WaitingForTurn',
  'WaitingForTimer',
  'Blocked',
  'UnknownOutcome',
  'Succeeded',
  'Failed',
  'Skipped',
  'Cancelled',
] as const satisfies readonly StepState[];

export const isStepDone = (state: StepState): boolean =>
  state === 'Succeeded' || state === 'Failed' || state === 'Skipped' || state === 'Cancelled';

/** Goes on behind a step that has done its part. */
export const isPassed = (state: StepState): boolean => state === 'Succeeded' || state === 'Skipped';

/** Everything a standing may hold, for whoever shows or leaves a step whatever its state. */
export type StepDetails = StepIdentity &
  StepHistory & {
    readonly state: StepState;
    readonly error?: StepError;
    readonly output?: unknown;
    readonly availableAt?: number;
    readonly blockedBecause?: string;
    readonly endedAt?: number;
    readonly members?: number;
    readonly turns?: Turns;
  };

/** The same step somewhere else: what was true only where it stood is left behind. */
export function moveStep(step: StepDetails, to: Standing, also: Partial<StepHistory> = {}): Step {
  const { state, error, output, availableAt, blockedBecause, endedAt, members, turns, ...kept } = step;
  return { ...kept, ...also, ...to };
}

/** What went wrong last, for a standing that goes on telling it. */
export function lastError({ error }: StepDetails): { readonly error?: StepError } {
  return error === undefined ? {} : { error };
}

export const outputOf = ({ output }: StepDetails): unknown => output ?? null;
