/** What leaves the control plane: plain JSON, times in ISO text, secrets masked. */

import type { HeartbeatStatus, Liveness, TaskState } from '../domain/agent.js';
import type { ApprovalStatus, Decision } from '../domain/approval.js';
import type { PlanDiff, PlannedCall } from '../domain/plan.js';
import type { PolicyBody, ToolClass } from '../domain/policy.js';
import type { ControlState, RunFailure, RunStatus } from '../domain/run.js';
import type { StepError, StepState } from '../domain/step.js';
import type { Tier } from '../domain/tier.js';
import type { McpStatus, WorkItem, WorkItemKind, WorkItemOutcome, WorkItemStatus } from '../domain/work-item.js';
import type { WorkflowDefinition } from '../domain/workflow.js';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

export interface PageRequest {
  /** 1 to 200; 50 when omitted. */
  readonly limit?: number;
  readonly cursor?: string;
}

export interface RunSummary {
  readonly schemaVersion: 1;
  readonly runId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly correlationId: string;
  readonly executionTier: Tier;
  readonly initiatedByUserId: string;
  readonly initiatedVia: string;
  readonly parentRunId?: string;
  readonly status: RunStatus;
  readonly controlState?: ControlState;
  readonly waitingFor?: string;
  readonly failure?: RunFailure;
  readonly cancelRequestedAtIso?: string;
  readonly createdAtIso: string;
  readonly startedAtIso?: string;
  readonly endedAtIso?: string;
}

export interface StepView {
  readonly stepId: string;
  readonly actionId: string;
  readonly operation: string;
  readonly state: StepState;
  readonly attempt: number;
  readonly effect?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: StepError;
  readonly blockedBecause?: string;
  readonly approvalId?: string;
  readonly workItemId?: string;
  readonly taskId?: string;
  readonly childRunId?: string;
  readonly availableAtIso?: string;
  readonly startedAtIso?: string;
  readonly endedAtIso?: string;
}

export interface RunView extends RunSummary {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly steps: readonly StepView[];
  readonly pendingApprovals: readonly ApprovalView[];
  readonly evidence: { readonly count: number; readonly headHash: string };
}

export interface StartedRun extends RunSummary {
  readonly replayed: boolean;
  readonly pollAfterMs: number;
}

export interface CancelledRun extends RunSummary {
  readonly cancellation: {
    readonly requestedAtIso: string;
    /** False while a call that had already left is still under way. */
    readonly effective: boolean;
    readonly inFlightActionIds: readonly string[];
  };
}

export interface ApprovalView {
  readonly approvalId: string;
  readonly workspaceId: string;
  readonly runId: string;
  readonly actionId: string;
  readonly stepId: string;
  readonly planId: string;
  readonly planDigest: string;
  readonly policyVersion: string;
  readonly plan: readonly PlannedCall[];
  readonly prompt: string;
  readonly reason: string;
  readonly status: ApprovalStatus;
  readonly closedBecause?: string;
  readonly requestedAtIso: string;
  readonly requestedByUserId: string;
  readonly requestedFor: string;
  readonly requiredApprovals: number;
  readonly remainingApprovals: number;
  readonly requiredRoles: readonly string[];
  readonly decisions: readonly {
    readonly decidedByUserId: string;
    readonly decision: Decision;
    readonly rationale?: string;
    readonly decidedAtIso: string;
    readonly overrideId?: string;
  }[];
  readonly expiresAtIso: string;
  /** When somebody should have decided; further roles may from then on. */
  readonly dueAtIso?: string;
  readonly escalateTo?: readonly string[];
  readonly escalatedAtIso?: string;
  readonly decidedAtIso?: string;
  readonly supersedes?: string;
  readonly supersededBy?: string;
  /** Left out where nobody asks: in the answer to whoever revised the plan. */
  readonly yourDecision?: YourDecision;
}

/** Whether the caller could decide at this moment, and if not, why. */
export type YourDecision =
  | { readonly possible: true; readonly overrideId?: string }
  | { readonly possible: false; readonly code: string; readonly reason: string };

export interface DecidedApproval extends ApprovalView {
  readonly run: { readonly runId: string; readonly status: RunStatus };
  readonly replayed: boolean;
}

export interface PlanView {
  readonly planId: string;
  readonly runId: string;
  readonly digest: string;
  readonly policyVersion: string;
  readonly calls: readonly PlannedCall[];
  readonly diff: PlanDiff;
  readonly createdByUserId: string;
  readonly createdAtIso: string;
}

/** A call of a run as it was planned beside the call as it was made. */
export interface EffectView {
  readonly stepId: string;
  readonly server?: string;
  readonly tool?: string;
  /** `Unplanned`: policy let the call pass without a gate, so nobody had to see it before. */
  readonly status: 'Matched' | 'Missing' | 'OperationMismatch' | 'Unplanned';
  readonly planned?: {
    readonly planId: string;
    readonly approvalId?: string;
    readonly arguments: unknown;
    readonly effect: string;
    readonly digest: string;
  };
  readonly verified?: {
    readonly digest: string;
    readonly outcome: string;
    readonly attempts: number;
    readonly atIso: string;
    readonly output?: unknown;
    readonly error?: StepError;
  };
}

export interface RunTimeline {
  readonly runId: string;
  readonly status: RunStatus;
  readonly entries: readonly {
    readonly seq: number;
    readonly atIso: string;
    readonly category: string;
    readonly type: string;
    readonly summary: string;
    readonly actor: { readonly kind: string; readonly id: string; readonly onBehalfOf?: string };
    readonly links: Readonly<Record<string, string>>;
    readonly detail: Readonly<Record<string, unknown>>;
  }[];
  readonly effects: readonly EffectView[];
}

export interface WorkItemView {
  readonly workItemId: string;
  readonly workspaceId: string;
  readonly kind: WorkItemKind;
  readonly title: string;
  readonly instructions?: string;
  readonly status: WorkItemStatus;
  readonly mcpStatus: McpStatus;
  readonly outcome?: WorkItemOutcome;
  readonly ownerUserId?: string;
  readonly dueAtIso?: string;
  readonly runId?: string;
  readonly stepId?: string;
  readonly links: WorkItem['links'];
  readonly output?: unknown;
  readonly notes?: string;
  readonly createdByUserId: string;
  readonly createdAtIso: string;
  readonly resolvedAtIso?: string;
  readonly resolvedByUserId?: string;
}

export interface MachineView {
  readonly machineId: string;
  readonly workspaceId: string;
  readonly displayName: string;
  readonly capabilities: readonly string[];
  readonly active: boolean;
  readonly registeredAtIso: string;
  readonly lastHeartbeatAtIso?: string;
}

export interface AgentView {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly machineId: string;
  readonly displayName: string;
  readonly capabilities: readonly string[];
  readonly policyTier: Tier;
  readonly allowedTools: readonly string[];
  readonly status: HeartbeatStatus;
  readonly liveness: Liveness;
  readonly statusMessage?: string;
  readonly quarantineReason?: string;
  readonly registeredAtIso: string;
  readonly lastHeartbeatAtIso?: string;
  readonly leaseExpiresAtIso?: string;
}

export interface RegisteredAgent extends AgentView {
  readonly created: boolean;
  readonly capabilityDrift?: { readonly registered: readonly string[]; readonly offered: readonly string[] };
}

export interface HeartbeatAnswer {
  readonly acknowledgedAtIso: string;
  readonly leaseExpiresAtIso: string;
  readonly nextHeartbeatInMs: number;
  readonly liveness: Liveness;
  readonly directives: readonly string[];
  readonly assignedWork: readonly TaskView[];
}

export interface TaskView {
  readonly taskId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly capability: string;
  readonly state: TaskState;
  readonly payload: unknown;
  readonly claimedBy?: string;
  readonly epoch: number;
  readonly leaseExpiresAtIso?: string;
  readonly result?: unknown;
}

export interface WorkflowView {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly version: number;
  readonly active: boolean;
  readonly definition: WorkflowDefinition;
  readonly definitionHash: string;
  readonly createdByUserId: string;
  readonly createdAtIso: string;
}

export interface WorkflowProblem {
  readonly path: string;
  readonly message: string;
}

export interface ValidationView {
  readonly valid: boolean;
  readonly problems: readonly WorkflowProblem[];
}

/** What a run with this input would do first, without doing it. */
export interface DryRunView extends ValidationView {
  readonly executionTier: Tier;
  readonly steps: readonly {
    readonly stepId: string;
    readonly operation: string;
    readonly input?: unknown;
    readonly class?: ToolClass;
    readonly effect?: string;
    readonly decision: 'Run' | 'RequireApproval' | 'Deny' | 'Defer' | 'Manual' | 'Skip' | 'DependsOnEarlierOutput';
    readonly reason: string;
  }[];
}

export interface PolicyView {
  readonly workspaceId: string;
  readonly policyId: string;
  readonly version: number;
  readonly active: boolean;
  readonly body: PolicyBody;
  readonly createdByUserId: string;
  readonly createdAtIso: string;
}

export interface SimulationView {
  readonly considered: number;
  readonly changes: readonly {
    readonly runId: string;
    readonly stepId: string;
    readonly tool: string;
    readonly atIso: string;
    readonly before: string;
    readonly after: string;
    readonly rule?: string;
    readonly reason: string;
  }[];
}

/** Who is asking, as the control plane sees it, and what they may do. */
export interface CallerView {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly kind: string;
  readonly roles: readonly string[];
  readonly onBehalfOf?: string;
  readonly permissions: readonly string[];
}

export interface PrincipalView {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly kind: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly onBehalfOf?: string;
}

export interface ApiKeyView {
  readonly keyId: string;
  readonly principalId: string;
  readonly label?: string;
  readonly createdAtIso: string;
  readonly expiresAtIso?: string;
  readonly revokedAtIso?: string;
}

export interface OverrideView {
  readonly overrideId: string;
  readonly approvalId: string;
  readonly principalId: string;
  readonly reason: string;
  readonly issuedByUserId: string;
  readonly expiresAtIso: string;
  readonly usedAtIso?: string;
  readonly reviewed: boolean;
}

export interface ToolView {
  readonly server: string;
  readonly tool: string;
  readonly schemaHash: string;
  readonly class: ToolClass;
  readonly effect: string;
  readonly drift?: string;
  readonly reviewedByUserId?: string;
}

export interface WebhookView {
  readonly webhookId: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly active: boolean;
  readonly deliveredUpTo: number;
  readonly attempts: number;
  readonly lastError?: string;
  readonly deadLetters: readonly number[];
}
