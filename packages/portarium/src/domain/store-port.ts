/**
 * What the engine and the use cases need of a database. A transaction sees the workspace alone: nobody else writes to it
 * until the transaction ends, so what it reads stays true. State, evidence and events commit together or not at all.
 */

import type { Checkpoint, Cut, Entry, EntryQuery, Head, Signer, VerifyOptions, VerifyReport } from '@quadrivium/ledger';
import type { Agent, AgentTask, Machine } from './agent.js';
import type { Approval, Override } from './approval.js';
import type { BrowserSession } from './browser-session.js';
import type { CloudEvent, DomainEvent, OutboxEvent, Webhook } from './event.js';
import type { CallDraft, EvidenceDraft, Signing } from './evidence.js';
import type {
  AgentId,
  ApprovalId,
  MachineId,
  NoticeId,
  OverrideId,
  PlanId,
  PolicyId,
  PrincipalId,
  RunId,
  ScheduleId,
  StepId,
  TaskId,
  WebhookId,
  WorkflowId,
  WorkItemId,
  WorkspaceId,
} from './ids.js';
import type { Notice } from './notice.js';
import type { Passkey, PasskeyOffer } from './passkey.js';
import type { Plan } from './plan.js';
import type { PinnedTool, Policy, ToolExposure } from './policy.js';
import type { Principal } from './principal.js';
import type { Retention } from './retention.js';
import type { Run } from './run.js';
import type { Schedule } from './schedule.js';
import type { Step } from './step.js';
import type { Surroundings } from './surroundings.js';
import type { WorkItem } from './work-item.js';
import type { Workflow } from './workflow.js';
import type { Workspace } from './workspace.js';

export type Scalar = string | number | null;
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly lte: number }
  | { readonly gte: number };

export interface Query {
  readonly where?: Readonly<Record<string, Condition>>;
  /** Rows come in the order of the key; `newest` turns it round. */
  readonly newest?: boolean;
  /** Only what comes after this key in that order. */
  readonly after?: Scalar;
  readonly limit?: number;
}

/** Documents under a key, with some of their parts searchable. Keys are given in the order the table names them. */
export interface Collection<T, Key extends readonly Scalar[] = readonly Scalar[]> {
  get(...key: Key): Promise<T | undefined>;
  put(value: T): Promise<void>;
  remove(...key: Key): Promise<void>;
  find(query?: Query): Promise<T[]>;
}

/** Something that is due at a time, in any workspace. There is at most one per kind and target. */
export type Timer = { readonly workspaceId: WorkspaceId; readonly fireAt: number } & (
  | { readonly kind: 'approval-expiry' | 'approval-due'; readonly target: ApprovalId }
  | { readonly kind: 'task-lease'; readonly target: TaskId }
  | { readonly kind: 'agent-lease'; readonly target: AgentId }
  | { readonly kind: 'schedule'; readonly target: ScheduleId }
);

export interface ApiKey {
  readonly workspaceId: WorkspaceId;
  readonly keyId: string;
  readonly principalId: PrincipalId;
  readonly hash: string;
  readonly label?: string;
  readonly scopes?: readonly string[];
  readonly createdBy: PrincipalId;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface IdempotencyRecord {
  readonly workspaceId: WorkspaceId;
  /** Principal, command and key in one. */
  readonly key: string;
  readonly fingerprint: string;
  readonly answer: unknown;
  readonly expiresAt: number;
}

export interface CallRecord {
  readonly workspaceId: WorkspaceId;
  readonly callId: string;
  readonly at: number;
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly decision: string;
  /** The facts the policy saw, so that another policy can be asked about them later. */
  readonly facts: unknown;
}

export interface Collections {
  readonly workspaces: Collection<Workspace, []>;
  readonly principals: Collection<Principal, [PrincipalId]>;
  readonly apiKeys: Collection<ApiKey, [string]>;
  readonly passkeys: Collection<Passkey, [PrincipalId, string]>;
  readonly sessions: Collection<BrowserSession, [string]>;
  readonly passkeyOffers: Collection<PasskeyOffer, [PrincipalId]>;
  readonly workflows: Collection<Workflow, [WorkflowId, number]>;
  readonly schedules: Collection<Schedule, [ScheduleId]>;
  readonly runs: Collection<Run, [RunId]>;
  readonly steps: Collection<Step, [RunId, number, StepId]>;
  readonly plans: Collection<Plan, [PlanId]>;
  readonly approvals: Collection<Approval, [ApprovalId]>;
  readonly overrides: Collection<Override, [OverrideId]>;
  readonly workItems: Collection<WorkItem, [WorkItemId]>;
  readonly machines: Collection<Machine, [MachineId]>;
  readonly agents: Collection<Agent, [AgentId]>;
  readonly tasks: Collection<AgentTask, [TaskId]>;
  readonly policies: Collection<Policy, [PolicyId, number]>;
  readonly exposures: Collection<ToolExposure & { readonly workspaceId: WorkspaceId }, []>;
  readonly tools: Collection<PinnedTool, [string, string]>;
  readonly webhooks: Collection<Webhook, [WebhookId]>;
  readonly notices: Collection<Notice, [NoticeId]>;
  readonly idempotency: Collection<IdempotencyRecord, [string]>;
  readonly calls: Collection<CallRecord, [string]>;
  readonly timers: Collection<Timer, [Timer['kind'], Timer['target']]>;
  readonly outbox: Collection<OutboxEvent, [number]>;
  readonly retentions: Collection<Retention, []>;
}

/** One transaction in one workspace. */
export interface Tx extends Collections {
  readonly workspaceId: WorkspaceId;
  readonly now: number;
  newId: Surroundings['newId'];
  newToken(): string;
  /** Appends to the workspace's chain when the transaction commits. */
  evidence(draft: EvidenceDraft): void;
  /** Appends to the chain of calls when the transaction commits. */
  called(draft: CallDraft): void;
  /** Adds to the workspace's feed when the transaction commits. */
  emit(event: DomainEvent): void;
  count(counter: string): Promise<number>;
  raise(counter: string): Promise<void>;
}

/** A run that is due, and of which kind it is. */
export interface DueRun {
  readonly workspaceId: WorkspaceId;
  readonly workflowId: WorkflowId;
  readonly runId: RunId;
}

export interface Tally {
  /** Runs that have not ended, by status. */
  readonly openRuns: Readonly<Record<string, number>>;
  /** Runs that are due and that nobody has taken up. */
  readonly queue: { readonly length: number; readonly oldestAt?: number };
  readonly approvals: { readonly waiting: number; readonly oldestAt?: number };
}

export interface TransactOptions {
  /**
   * The work changes nothing but what it is given, so that a store may do it beside others and, when two of them were about
   * the same thing or one of them failed, again.
   */
  readonly isRepeatable?: boolean;
}

export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  transact<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>;
  /** Reads outside a transaction. */
  read<T>(workspaceId: string, work: (tx: Collections) => Promise<T>): Promise<T>;
  workspaces(): Promise<readonly Workspace[]>;
  /** The key with this id in whatever workspace; the only search that does not know its workspace. */
  findApiKey(keyId: string): Promise<ApiKey | undefined>;
  /**
   * Runs that are due and whose lease, if any, had run out at `leasesAt` (now when left out), without those of some
   * workspaces (`ws`) or workflows (`ws/workflow`).
   */
  dueRuns(now: number, limit: number, except?: readonly string[], leasesAt?: number): Promise<readonly DueRun[]>;
  /** Runs of all workspaces that are due and that somebody holds. */
  heldRuns(now: number): Promise<readonly { readonly workspaceId: WorkspaceId; readonly runId: RunId }[]>;
  dueTimers(now: number, limit: number): Promise<readonly Timer[]>;
  /** When the next run or timer is due, if any. */
  nextDue(): Promise<number | undefined>;
  dueWebhooks(now: number): Promise<readonly Webhook[]>;
  dueNotices(now: number): Promise<readonly Notice[]>;
  events(workspaceId: string, after: number, limit: number): Promise<readonly CloudEvent[]>;
  /** Calls back after commits of this process, with the types of their events; other processes are noticed by looking. */
  onCommit(listener: (workspaceId: string, events: readonly string[]) => void): () => void;
  /** What is open in all workspaces, in numbers. */
  tally(now: number): Promise<Tally>;
  /** How many entries a stream of the workspace's chain has, and the hash of the newest; 0 and nothing without any. */
  evidenceOf(workspaceId: string, stream: string): Promise<{ readonly count: number; readonly headHash: string }>;
  readonly ledger: EvidenceReader;
  readonly evidence: EvidenceReading;
  readonly pruning: Pruning;
  check(): Promise<void>;
  /** This process is asked to end: nobody waits long any more for what another one holds. */
  hurry(): void;
  close(): Promise<void>;
}

export interface EvidenceReader {
  head(chain: string): Promise<Head>;
  entries(query: EntryQuery): AsyncIterable<Entry>;
  checkpoints(chain: string): Promise<readonly Checkpoint[]>;
  cuts(chain: string): Promise<readonly Cut[]>;
  checkpoint(request: { readonly chain: string; readonly at: string; readonly signer: Signer }): Promise<Checkpoint>;
}

/** Reading that takes as long as the evidence is. Whoever else asks for something meanwhile does not wait for it. */
export interface EvidenceReading {
  /** Recomputes these chains, and tells how far the first of them is signed. */
  verify(
    chains: readonly string[],
    options?: Omit<VerifyOptions, 'crypto'>,
    signal?: AbortSignal,
  ): Promise<VerifyReport & { readonly signing: Signing }>;
  /** The lines of an export. */
  lines(scope: { readonly chain: string; readonly stream?: string }, signal?: AbortSignal): AsyncIterable<string>;
}

/** Removing evidence and giving back the room; documents are removed through their collections. */
export interface Pruning {
  reach(workspaceId: string, chain: string, beforeIso: string, going?: ReadonlySet<string>): Promise<Reach>;
  /** Removes the next part up to `upTo`, and nothing when there is none; repeat it until then. */
  cut(request: CutRequest): Promise<Cut | undefined>;
  /** Bytes on the disk. */
  size(): Promise<number>;
  /** `whole` writes the database anew, which nobody else can use meanwhile. */
  vacuum(whole: boolean): Promise<Vacuumed>;
}

/** From which entry (not included) up to which a chain may be cut, and the run that is in the way of more. */
export interface Reach {
  readonly from: number;
  readonly upTo: number;
  readonly heldBy?: string;
  /** How many entries after `upTo` are old enough all the same. */
  readonly heldBack?: number;
}

export interface CutRequest {
  readonly workspaceId: string;
  readonly chain: string;
  readonly upTo: number;
  readonly at: string;
  readonly signer: Signer;
}

export interface Vacuumed {
  readonly way: 'a part at a time' | 'written anew' | 'for reuse';
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}
