import type { ApprovalId, PrincipalId, RunId, StepId, WorkflowId, WorkItemId, WorkspaceId } from './ids.js';
export const workItemStatuses = ['Open', 'InProgress', 'Blocked', 'Resolved', 'Closed'] as const;
export const openWorkItemStatuses = ['Open', 'InProgress', 'Blocked'] as const;
export type WorkItemStatus = (typeof workItemStatuses)[number];

export const workItemKinds = ['case', 'human-task', 'manual-call', 'unknown-outcome', 'blocked-run'] as const;
export type WorkItemKind = (typeof workItemKinds)[number];

export const workItemOutcomes = ['succeeded', 'failed', 'cancelled'] as const;
export type WorkItemOutcome = (typeof workItemOutcomes)[number];

export interface WorkItem {
  readonly workspaceId: WorkspaceId;
  readonly workItemId: WorkItemId;
  readonly kind: WorkItemKind;
  readonly title: string;
  readonly instructions?: string;
  readonly status: WorkItemStatus;
  readonly outcome?: WorkItemOutcome;
  readonly owner?: string;
  readonly dueAt?: number;
  /** SHA-256 of the token that completes a human task once. */
  readonly completionTokenHash?: string;
  readonly outcomeSchema?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly notes?: string;
  readonly runId?: RunId;
  readonly stepId?: StepId;
  readonly links: {
    readonly runIds: readonly RunId[];
    readonly workflowIds: readonly WorkflowId[];
    readonly approvalIds: readonly ApprovalId[];
    readonly externalRefs: readonly string[];
  };
  readonly createdBy: PrincipalId;
  readonly createdAt: number;
  readonly resolvedAt?: number;
  readonly resolvedBy?: PrincipalId;
}

/** The words of the MCP tool for the same thing. */
export const mcpStatuses = ['pending', 'in-progress', 'completed', 'failed'] as const;
export type McpStatus = (typeof mcpStatuses)[number];

export function mcpStatusOf({ status, outcome }: Pick<WorkItem, 'status' | 'outcome'>): McpStatus {
  if (status === 'Open' || status === 'Blocked') return 'pending';
  if (status === 'InProgress') return 'in-progress';
  return outcome === 'failed' ? 'failed' : 'completed';
}
