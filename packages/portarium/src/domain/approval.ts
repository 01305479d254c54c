import type { ApprovalId, OverrideId, PlanId, PrincipalId, RunId, StepId, WorkspaceId } from './ids.js';
export const approvalStatuses = [
  'Pending',
  'Approved',
  'Denied',
  'RequestChanges',
  'Expired',
  'Executing',
  'Executed',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const decisions = ['Approved', 'Denied', 'RequestChanges'] as const;
export type Decision = (typeof decisions)[number];

export interface ApprovalDecision {
  readonly principalId: PrincipalId;
  /** The person who counts; one decision each. */
  readonly person: PrincipalId;
  readonly decision: Decision;
  readonly rationale?: string;
  readonly at: number;
  readonly via: string;
  /** Present when separation of duties was set aside for this one decision. */
  readonly overrideId?: OverrideId;
  /** The passkey that signed it; the signature is in the evidence. */
  readonly passkeyId?: string;
}

/** Under which an approval is asked for: who may decide, how many must, and until when. */
export interface GateTerms {
  readonly required: number;
  readonly roles: readonly string[];
  readonly agentApprovers: readonly string[];
  readonly expiresInMs: number;
  readonly dueInMs?: number | undefined;
  readonly escalateTo: readonly string[];
  /** Only approvals that a passkey has signed count. */
  readonly passkey?: boolean | undefined;
}

interface ApprovalRequest {
  readonly workspaceId: WorkspaceId;
  readonly approvalId: ApprovalId;
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly planId: PlanId;
  readonly planDigest: string;
  readonly policyVersion: string;
  readonly prompt: string;
  /** Why there is a gate: the tier, or the rule that asked for it. */
  readonly reason: string;
  readonly requestedBy: PrincipalId;
  readonly requestedFor: PrincipalId;
  readonly requiredCount: number;
  readonly requiredRoles: readonly string[];
  /** Agents that policy names as deciders; nobody but people otherwise. */
  readonly agentApprovers: readonly string[];
  readonly requestedAt: number;
  readonly expiresAt: number;
  /** When somebody should have decided. Then it is escalated: further roles are told, and may decide from then on. */
  readonly dueAt?: number;
  readonly escalateTo?: readonly string[];
  readonly escalatedAt?: number;
  readonly supersedes?: ApprovalId;
  /** Only an approval counts that the passkey of whoever approves has signed. */
  readonly passkey?: true;
}

/** The last one decided it; those before agreed. */
type Decided = readonly [...ApprovalDecision[], ApprovalDecision];

/** Only a decided approval has a decider, and only one that was used says when. */
export type Approval = ApprovalRequest &
  (
    | { readonly status: 'Pending'; readonly decisions: readonly ApprovalDecision[] }
    | { readonly status: Decision; readonly decisions: Decided; readonly decidedAt: number }
    | {
        readonly status: 'Executing' | 'Executed';
        readonly decisions: Decided;
        readonly decidedAt: number;
        /** Set in the transaction that writes the first intent. An approval is used once. */
        readonly consumedAt: number;
      }
    | {
        readonly status: 'Expired';
        readonly decisions: readonly ApprovalDecision[];
        /** `superseded`, `expired`, `run-ended`: why it was closed without a decision, or in spite of one. */
        readonly closedBecause: string;
        readonly decidedAt?: number;
        readonly consumedAt?: number;
        readonly supersededBy?: ApprovalId;
      }
  );

/** Everything an approval may hold, for whoever shows it whatever its state. */
export type ApprovalDetails = ApprovalRequest & {
  readonly status: ApprovalStatus;
  readonly decisions: readonly ApprovalDecision[];
  readonly closedBecause?: string;
  readonly decidedAt?: number;
  readonly consumedAt?: number;
  readonly supersededBy?: ApprovalId;
};

/** Only holders of one of these roles may decide; anybody who may decide at all when there are none. */
export function decidingRoles({ requiredRoles, escalatedAt, escalateTo = [] }: Approval): readonly string[] {
  return requiredRoles.length === 0 || escalatedAt === undefined ? requiredRoles : [...requiredRoles, ...escalateTo];
}

/** Lets one named person decide one approval against separation of duties; expires soon and is used once. */
export interface Override {
  readonly workspaceId: WorkspaceId;
  readonly overrideId: OverrideId;
  readonly approvalId: ApprovalId;
  readonly principalId: PrincipalId;
  readonly reason: string;
  readonly issuedBy: PrincipalId;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly usedAt?: number;
  /** Until somebody else has looked at it, the override counts as unreviewed. */
  readonly reviewedBy?: PrincipalId;
  readonly reviewedAt?: number;
}

export function remainingApprovals(approval: ApprovalDetails): number {
  const given = approval.decisions.filter(({ decision }) => decision === 'Approved').length;
  return Math.max(0, approval.requiredCount - given);
}
