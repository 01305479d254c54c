/**
 * What the engine and the use cases need of a database. A transaction sees the workspace alone: nobody else writes to it
 * until the transaction ends, so what it reads stays true. State, evidence and events commit together or not at all.
 */
import type { Checkpoint, Entry, EntryQuery, Head, Signer } from '@quadrivium/ledger';
import type { Agent, AgentTask, Machine } from './agent.js';
import type { Approval, Override } from './approval.js';
import type { CloudEvent, DomainEvent, OutboxEvent, Webhook } from './event.js';
import type { EvidenceDraft } from './evidence.js';
import type { Plan } from './plan.js';
import type { PinnedTool, Policy, ToolExposure } from './policy.js';
import type { Principal } from './principal.js';
import type { Run } from './run.js';
import type { Step } from './step.js';
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
export interface Collection<T> {
  get(...key: readonly Scalar[]): Promise<T | undefined>;
  put(value: T): Promise<void>;
  remove(...key: readonly Scalar[]): Promise<void>;
  find(query?: Query): Promise<T[]>;
}

/** Something that is due at a time, in any workspace. There is at most one per kind and target. */
export interface Timer {
  readonly workspaceId: string;
  readonly kind: 'approval-expiry' | 'approval-due' | 'task-lease' | 'agent-lease';
  readonly target: string;
  readonly fireAt: number;
}

export interface ApiKey {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly principalId: string;
  readonly hash: string;
  readonly label?: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface IdempotencyRecord {
  readonly workspaceId: string;
  /** Principal, command and key in one. */
  readonly key: string;
  readonly fingerprint: string;
  readonly answer: unknown;
  readonly expiresAt: number;
}

export interface CallRecord {
  readonly workspaceId: string;
  readonly callId: string;
  readonly at: number;
  readonly runId: string;
  readonly stepId: string;
  readonly decision: string;
  /** The facts the policy saw, so that another policy can be asked about them later. */
  readonly facts: unknown;
}

export interface Collections {
  readonly workspaces: Collection<Workspace>;
  readonly principals: Collection<Principal>;
  readonly apiKeys: Collection<ApiKey>;
  readonly workflows: Collection<Workflow>;
  readonly runs: Collection<Run>;
  readonly steps: Collection<Step>;
  readonly plans: Collection<Plan>;
  readonly approvals: Collection<Approval>;
  readonly overrides: Collection<Override>;
  readonly workItems: Collection<WorkItem>;
  readonly machines: Collection<Machine>;
  readonly agents: Collection<Agent>;
  readonly tasks: Collection<AgentTask>;
  readonly policies: Collection<Policy>;
  readonly exposures: Collection<ToolExposure & { readonly workspaceId: string }>;
  readonly tools: Collection<PinnedTool>;
  readonly webhooks: Collection<Webhook>;
  readonly idempotency: Collection<IdempotencyRecord>;
  readonly calls: Collection<CallRecord>;
  readonly timers: Collection<Timer>;
  readonly outbox: Collection<OutboxEvent>;
}

/** One transaction in one workspace. */
export interface Tx extends Collections {
  readonly workspaceId: string;
  readonly now: number;
  newId(prefix: string): string;
  newToken(): string;
  /** Appends to the workspace's chain when the transaction commits. */
  evidence(draft: EvidenceDraft): void;
  /** Adds to the workspace's feed when the transaction commits. */
  emit(event: DomainEvent): void;
  count(counter: string): Promise<number>;
  raise(counter: string): Promise<void>;
}

export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  transact<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads outside a transaction. */
  read<T>(workspaceId: string, work: (tx: Collections) => Promise<T>): Promise<T>;
  workspaces(): Promise<readonly Workspace[]>;
  /** The key with this id in whatever workspace; the only search that does not know its workspace. */
  findApiKey(keyId: string): Promise<ApiKey | undefined>;
  /** Runs of all workspaces that are due and that nobody holds. */
  dueRuns(now: number, limit: number): Promise<readonly { readonly workspaceId: string; readonly runId: string }[]>;
  /** Runs of all workspaces that are due and that somebody holds. */
  heldRuns(now: number): Promise<readonly { readonly workspaceId: string; readonly runId: string }[]>;
  dueTimers(now: number, limit: number): Promise<readonly Timer[]>;
  /** When the next run or timer is due, if any. */
  nextDue(): Promise<number | undefined>;
  dueWebhooks(now: number): Promise<readonly Webhook[]>;
  events(workspaceId: string, after: number, limit: number): Promise<readonly CloudEvent[]>;
  /** Calls back after commits of this process; other processes are noticed by looking. */
  onCommit(listener: (workspaceId: string) => void): () => void;
  /** How many entries a stream of the workspace's chain has, and the hash of the newest; 0 and nothing without any. */
  evidenceOf(workspaceId: string, stream: string): Promise<{ readonly count: number; readonly headHash: string }>;
  readonly ledger: EvidenceReader;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface EvidenceReader {
  head(chain: string): Promise<Head>;
  entries(query: EntryQuery): AsyncIterable<Entry>;
  checkpoints(chain: string): Promise<readonly Checkpoint[]>;
  checkpoint(request: { readonly chain: string; readonly at: string; readonly signer: Signer }): Promise<Checkpoint>;
}
