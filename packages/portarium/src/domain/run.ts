import type { TraceHeaders } from '@quadrivium/kernel/telemetry';
import { conflict } from '../faults.js';
import type { AgentId, PrincipalId, RunId, StepId, WorkflowId, WorkspaceId } from './ids.js';
import { timeAfter } from './surroundings.js';
import type { Tier } from './tier.js';
import type { WorkflowDefinition } from './workflow.js';

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

export const controlStates = ['waiting', 'blocked', 'degraded', 'frozen', 'operator-owned'] as const;
export type ControlState = (typeof controlStates)[number];

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

/** What is settled when a run is started. */
export interface RunOrigin {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  readonly workflowId: WorkflowId;
  readonly workflowVersion: number;
  /** The definition as it was when the run began; later versions do not change a run under way. */
  readonly definition: WorkflowDefinition;
  readonly correlationId: string;
  /** The trace of the call that started it; the steps go on in it, in whatever process. */
  readonly trace?: TraceHeaders;
  readonly executionTier: Tier;
  readonly initiatedBy: PrincipalId;
  readonly initiatedFor: PrincipalId;
  readonly initiatedVia: string;
  readonly agentId?: AgentId;
  /** The step of another run that waits for this one, and how many runs are above it. */
  readonly parent?: { readonly runId: RunId; readonly stepId: StepId; readonly depth: number };
  readonly input: Readonly<Record<string, unknown>>;
  /** It undoes another run: so many of its steps are undone once this one has succeeded. */
  readonly compensates?: { readonly runId: RunId; readonly upTo: number; readonly of: number };
  /** It goes on from where this one failed. */
  readonly retries?: RunId;
  /** Its calls are made each when its turn is given, or not at all where they turn out to do more than read. */
  readonly callsOnly?: 'in-turn' | 'if-reading';
}

/** The kind of the error of a call that is made only if it reads, and that would do more. */
export const changedSinceLook = 'ChangedSinceLook';

/** A call that somebody proposed: no stored workflow has this version. */
export const singleCallVersion = 0;

export const isSingleCall = ({ workflowVersion }: Pick<RunOrigin, 'workflowVersion'>): boolean =>
  workflowVersion === singleCallVersion;

/** Times are milliseconds since the epoch inside, ISO text in views. */
export interface Run extends RunOrigin {
  readonly output?: unknown;
  readonly status: RunStatus;
  readonly controlState?: ControlState;
  /** Why the run does not go on, in words for a person. */
  readonly waitingFor?: string;
  readonly failure?: RunFailure;
  /** Set once the run is to end; it ends when the calls under way have ended. */
  readonly ending?: { readonly status: 'Failed' | 'Cancelled'; readonly failure?: RunFailure; readonly at: number };
  readonly cancel?: { readonly at: number; readonly by: string; readonly reason?: string };
  /** The run that undoes what this one has done. */
  readonly compensatedBy?: RunId;
  /** The run that goes on from where this one failed. */
  readonly retriedBy?: RunId;
  readonly pausedBy?: string;
  /** Why the engine gave up on it; it goes on when somebody resumes it. */
  readonly stopped?: string;
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

/** A run that has not begun, due at once. */
export function freshRun(origin: RunOrigin, now: number): Run {
  const { deadlineMs } = origin.definition;
  const deadline = deadlineMs === undefined ? {} : { deadlineAt: timeAfter(now, deadlineMs) };
  return { ...origin, status: 'Pending', toolCalls: 0, createdAt: now, ...deadline, wakeAt: now, epoch: 0, rev: 0 };
}

export function moveRun(run: Run, status: RunStatus): Run {
  if (run.status === status) return run;
  if (isLegalMove(run.status, status)) return { ...run, status };
  throw conflict(`A run that is ${run.status} cannot become ${status}.`, { runId: run.runId, status: run.status });
}
