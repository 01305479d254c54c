import type { PlanId, PrincipalId, RunId, StepId, WorkflowId, WorkspaceId } from './ids.js';
import { digestOf } from './json.js';
import type { Effect } from './workflow.js';

/** One call exactly as it would be made. The digest binds an approval to it. */
export interface PlannedCall {
  readonly stepId: StepId;
  readonly actionId: string;
  readonly operation: string;
  readonly server?: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly schemaHash: string;
  readonly effect: Effect;
  readonly digest: string;
}

export interface PlanDiff {
  readonly clean: boolean;
  readonly calls: readonly {
    readonly stepId: StepId;
    readonly status: 'Matched' | 'Missing' | 'Unexpected' | 'OperationMismatch';
  }[];
}

export interface Plan {
  readonly workspaceId: WorkspaceId;
  readonly planId: PlanId;
  readonly runId: RunId;
  readonly digest: string;
  readonly policyVersion: string;
  readonly calls: readonly PlannedCall[];
  /** Written when the calls were made; the plan itself never changes. */
  readonly verified?: readonly { readonly stepId: StepId; readonly digest: string; readonly outcome: string }[];
  readonly createdBy: PrincipalId;
  readonly createdAt: number;
}

export function callDigest(call: Omit<PlannedCall, 'digest'>): string {
  const { stepId, operation, server, tool, schemaHash } = call;
  return digestOf({ stepId, operation, server, tool, schemaHash, arguments: call.arguments });
}

export function planDigest(plan: {
  readonly runId: RunId;
  readonly workflowId: WorkflowId;
  readonly workflowVersion: number;
  readonly policyVersion: string;
  readonly calls: readonly PlannedCall[];
}): string {
  const { runId, workflowId, workflowVersion, policyVersion } = plan;
  return digestOf({ runId, workflowId, workflowVersion, policyVersion, calls: plan.calls.map(({ digest }) => digest) });
}

/** What was approved beside what was done. */
export function planDiff({ calls, verified = [] }: Plan): PlanDiff {
  const done = new Map(verified.map((effect) => [effect.stepId, effect]));
  const planned = calls.map(({ stepId, digest }) => {
    const effect = done.get(stepId);
    if (effect === undefined) return { stepId, status: 'Missing' } as const;
    return { stepId, status: effect.digest === digest ? 'Matched' : 'OperationMismatch' } as const;
  });
  const known = new Set(calls.map(({ stepId }) => stepId));
  const extra = verified.filter(({ stepId }) => !known.has(stepId));
  const all = [...planned, ...extra.map(({ stepId }) => ({ stepId, status: 'Unexpected' }) as const)];
  return { clean: all.every(({ status }) => status === 'Matched'), calls: all };
}
