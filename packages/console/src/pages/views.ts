/** The answers of the control plane as the pages read them; its OpenAPI document says the whole. */
export interface List<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface PlannedCall {
  readonly stepId: string;
  readonly operation: string;
  readonly server?: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly effect: string;
  readonly digest: string;
  readonly schemaHash: string;
  readonly masked?: readonly { readonly path: string; readonly why: string }[];
}

export interface Approval {
  readonly approvalId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly planDigest: string;
  readonly policyVersion: string;
  readonly plan: readonly PlannedCall[];
  readonly prompt: string;
  readonly reason: string;
  readonly status: string;
  readonly closedBecause?: string;
  readonly requestedAtIso: string;
  readonly requestedByUserId: string;
  readonly requestedFor: string;
  readonly requiredApprovals: number;
  readonly remainingApprovals: number;
  readonly requiredRoles: readonly string[];
  readonly decisions: readonly {
    readonly decidedByUserId: string;
    readonly decision: string;
    readonly rationale?: string;
    readonly decidedAtIso: string;
    readonly overrideId?: string;
  }[];
  readonly expiresAtIso: string;
  readonly supersededBy?: string;
  readonly yourDecision?: {
    readonly possible: boolean;
    readonly code?: string;
    readonly reason?: string;
    readonly cannotApprove?: string;
  };
}

export interface RunSummary {
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly executionTier: string;
  readonly initiatedByUserId: string;
  readonly initiatedVia: string;
  readonly status: string;
  readonly waitingFor?: string;
  readonly failure?: { readonly kind: string; readonly message: string };
  readonly cancelRequestedAtIso?: string;
  readonly createdAtIso: string;
  readonly startedAtIso?: string;
  readonly endedAtIso?: string;
}
