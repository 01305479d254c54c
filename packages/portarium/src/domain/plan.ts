import { digestOf } from './json.js';
import type { Effect } from './workflow.js';

/** One call exactly as it would be made. The digest binds an approval to it. */
export interface PlannedCall {
  readonly stepId: string;
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
    readonly stepId: string;
    readonly status: 'Matched' | 'Missing' | 'Unexpected' | 'OperationMismatch';
  }[];
}

export interface Plan {
  readonly workspaceId: string;
  readonly planId: string;
  readonly runId: string;
  readonly digest: string;
  readonly policyVersion: string;
  readonly calls: readonly PlannedCall[];
  /** Written when the calls were made; the plan itself never changes. */
  readonly verified?: readonly { readonly stepId: string; readonly digest: string; readonly outcome: string }[];
  readonly createdBy: string;
  readonly createdAt: number;
}

export function callDigest(call: Omit<PlannedCall, 'digest'>): string {
  const { stepId, operation, server, tool, schemaHash } = call;
  return digestOf({ stepId, operation, server, tool, schemaHash, arguments: call.arguments });
}

export function planDigest(plan: {
  readonly runId: string;
  readonly workflowId: string;
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
