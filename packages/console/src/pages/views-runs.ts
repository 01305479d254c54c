import type { Approval, RunSummary } from './views.js';

export interface Step {
  readonly stepId: string;
  readonly operation: string;
  readonly state: string;
  readonly attempt: number;
  readonly effect?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: { readonly kind: string; readonly message: string };
  readonly blockedBecause?: string;
  readonly approvalId?: string;
  readonly startedAtIso?: string;
  readonly endedAtIso?: string;
}

export interface Run extends RunSummary {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly steps: readonly Step[];
  readonly pendingApprovals: readonly Approval[];
  readonly evidence: { readonly count: number; readonly headHash: string };
}

export interface Effect {
  readonly stepId: string;
  readonly server?: string;
  readonly tool?: string;
  readonly status: string;
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
    readonly error?: { readonly kind: string; readonly message: string };
  };
}

export interface Timeline {
  readonly entries: readonly {
    readonly seq: number;
    readonly atIso: string;
    readonly category: string;
    readonly type: string;
    readonly summary: string;
    readonly actor: { readonly kind: string; readonly id: string; readonly onBehalfOf?: string };
    readonly detail: Readonly<Record<string, unknown>>;
  }[];
  readonly effects: readonly Effect[];
}

export interface Workflow {
  readonly workflowId: string;
  readonly version: number;
  readonly definition: {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema?: Readonly<Record<string, unknown>>;
  };
}
