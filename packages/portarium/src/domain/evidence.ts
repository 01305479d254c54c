import type { PrincipalId, RunId } from './ids.js';
export const evidenceCategories = ['Run', 'Plan', 'Action', 'Approval', 'Policy', 'PolicyViolation', 'System'] as const;
export type EvidenceCategory = (typeof evidenceCategories)[number];

/** What happened, before it has its place in the workspace's chain. */
export interface EvidenceDraft {
  readonly category: EvidenceCategory;
  /** The type of the ledger entry, such as `ApprovalDecided`. */
  readonly type: string;
  /** One sentence without personal data. */
  readonly summary: string;
  readonly actor: EvidenceActor;
  readonly correlationId?: string;
  readonly runId?: RunId;
  readonly links?: Readonly<Record<string, string>>;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface EvidenceActor {
  readonly kind: 'user' | 'agent' | 'machine' | 'adapter' | 'system';
  readonly id: string;
  readonly onBehalfOf?: PrincipalId;
}

export const engineActor: EvidenceActor = { kind: 'system', id: 'portarium-engine' };

/** Who called what through which door, and what came of it; before it has its place in the chain of calls. */
export interface CallDraft {
  readonly operation: string;
  readonly actor: EvidenceActor;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls have a chain of their own beside the evidence of the workspace; so have those that reached no workspace. */
export const callChain = (workspaceId: string): string => `calls/${workspaceId}`;

/** Stands for no workspace; no workspace can be called that. */
export const noWorkspace = '-';

/** How far a chain is signed. */
export interface Signing {
  /** The newest entry that a checkpoint covers; 0 when nothing was ever signed. */
  readonly signedUpTo: number;
  /** How many entries came after it. */
  readonly unsigned: number;
  /** Why signing failed since then, if it did. */
  readonly problem?: { readonly atIso: string; readonly message: string };
}
