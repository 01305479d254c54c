/**
 * Everything a front end can ask of the control plane. The MCP tools, the REST API, the command line and the gateway all
 * stand on this one interface; rules live behind it and never in front of it.
 *
 * Every method takes the caller, as the front end authenticated it. Refusals are faults whose kinds `faults.ts` lists.
 * A mutating request may carry an idempotency key: repeating it gives the same answer, with `replayed` set where the
 * answer has such a field; the same key with another request is an `IdempotencyConflict`.
 */
import type { Checkpoint, Entry, VerifyReport } from '@quadrivium/ledger';
import type { HeartbeatStatus } from '../domain/agent.js';
import type { Decision } from '../domain/approval.js';
import type { CloudEvent } from '../domain/event.js';
import type { ToolClass, ToolExposure } from '../domain/policy.js';
import type { Caller, PrincipalKind } from '../domain/principal.js';
import type { RunStatus } from '../domain/run.js';
import type { Environment, Tier } from '../domain/tier.js';
import type { McpStatus, WorkItemOutcome, WorkItemStatus } from '../domain/work-item.js';
import type { Workspace } from '../domain/workspace.js';
import type { SigningHealth } from './checkpointer.js';
import type { Signing } from './signing.js';
import type * as view from './views.js';

export interface Keyed {
  readonly idempotencyKey?: string;
}

export interface StartRunRequest extends Keyed {
  readonly workflowId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** May only be stricter than the workflow's. */
  readonly executionTier?: Tier;
  readonly correlationId?: string;
}

/** One tool call of an agent or of a proxied client, governed like a workflow of one step. */
export interface ProposeCallRequest extends Keyed {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
}

export interface ListRunsRequest extends view.PageRequest {
  readonly status?: RunStatus;
  readonly workflowId?: string;
}

export interface ListWorkItemsRequest extends view.PageRequest {
  readonly runId?: string;
  /** The MCP tool's words. */
  readonly mcpStatus?: McpStatus;
  readonly status?: WorkItemStatus;
  readonly owner?: string;
}

export interface DecideRequest extends Keyed {
  readonly approvalId: string;
  readonly decision: Decision;
  /** Required for Denied and RequestChanges. */
  readonly rationale?: string;
}

/** How a person settles a call whose outcome nobody knows. */
export type Resolution =
  | { readonly kind: 'it-happened'; readonly output?: unknown }
  | { readonly kind: 'it-did-not-happen' }
  | { readonly kind: 'fail'; readonly message?: string };

export interface ControlPlane {
  // Runs
  startRun(caller: Caller, request: StartRunRequest): Promise<view.StartedRun>;
  proposeCall(caller: Caller, request: ProposeCallRequest): Promise<view.StartedRun>;
  getRun(caller: Caller, runId: string): Promise<view.RunView>;
  /** What happened to a run, oldest first, and its calls as planned beside its calls as made. */
  getTimeline(caller: Caller, runId: string): Promise<view.RunTimeline>;
  listRuns(caller: Caller, request?: ListRunsRequest): Promise<view.Page<view.RunSummary>>;
  cancelRun(caller: Caller, request: { runId: string; reason?: string }): Promise<view.CancelledRun>;
  /** Pauses before the next dispatch; `resume` goes on. A rationale of 8 characters or more is required. */
  intervene(
    caller: Caller,
    request: { runId: string; kind: 'pause' | 'resume' | 'annotate'; rationale: string },
  ): Promise<view.RunSummary>;
  resolveUnknown(
    caller: Caller,
    request: { runId: string; stepId: string; resolution: Resolution; rationale: string },
  ): Promise<view.RunView>;
  /** Resolves when the run has ended, waits for a person, or the time is over. */
  waitForRun(
    caller: Caller,
    runId: string,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<view.RunView>;

  // Approvals
  listApprovals(
    caller: Caller,
    request?: view.PageRequest & { status?: string; runId?: string },
  ): Promise<view.Page<view.ApprovalView>>;
  getApproval(caller: Caller, approvalId: string): Promise<view.ApprovalView>;
  decideApproval(caller: Caller, request: DecideRequest): Promise<view.DecidedApproval>;
  requestChanges(caller: Caller, request: { approvalId: string; feedback: string }): Promise<view.DecidedApproval>;
  /** The author's answer to RequestChanges: new arguments for planned steps, a new plan, a new approval. */
  revisePlan(
    caller: Caller,
    request: { approvalId: string; arguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> },
  ): Promise<view.ApprovalView>;
  issueOverride(
    caller: Caller,
    request: { approvalId: string; principalId?: string; reason: string; expiresInMs?: number },
  ): Promise<view.OverrideView>;
  listOverrides(caller: Caller, request?: { unreviewed?: boolean }): Promise<readonly view.OverrideView[]>;
  reviewOverride(caller: Caller, overrideId: string): Promise<view.OverrideView>;
  getPlan(caller: Caller, planId: string): Promise<view.PlanView>;

  // Work items
  listWorkItems(caller: Caller, request?: ListWorkItemsRequest): Promise<view.Page<view.WorkItemView>>;
  getWorkItem(caller: Caller, workItemId: string): Promise<view.WorkItemView>;
  createWorkItem(
    caller: Caller,
    request: Keyed & {
      title: string;
      owner?: string;
      dueAtIso?: string;
      runIds?: readonly string[];
      externalRefs?: readonly string[];
    },
  ): Promise<view.WorkItemView>;
  updateWorkItem(
    caller: Caller,
    request: { workItemId: string; status?: WorkItemStatus; owner?: string | null; title?: string },
  ): Promise<view.WorkItemView>;
  /** Takes a human task; the token it gives completes the task once. */
  claimWorkItem(caller: Caller, workItemId: string): Promise<view.WorkItemView & { readonly completionToken: string }>;
  completeWorkItem(
    caller: Caller,
    request: {
      workItemId: string;
      outcome: WorkItemOutcome;
      completionToken?: string;
      output?: unknown;
      notes?: string;
    },
  ): Promise<view.WorkItemView>;

  // Agents, machines, tasks
  registerMachine(
    caller: Caller,
    request: { machineId: string; displayName?: string; capabilities?: readonly string[] },
  ): Promise<view.MachineView & { readonly created: boolean }>;
  listMachines(caller: Caller): Promise<readonly view.MachineView[]>;
  getMachine(caller: Caller, machineId: string): Promise<view.MachineView>;
  machineHeartbeat(
    caller: Caller,
    request: { machineId: string; status?: HeartbeatStatus },
  ): Promise<{ readonly acknowledgedAtIso: string }>;
  registerAgent(
    caller: Caller,
    request: {
      machineId: string;
      agentId: string;
      displayName: string;
      capabilities?: readonly string[];
      allowedTools?: readonly string[];
      policyTier?: Tier;
    },
  ): Promise<view.RegisteredAgent>;
  listAgents(caller: Caller): Promise<readonly view.AgentView[]>;
  getAgent(caller: Caller, agentId: string): Promise<view.AgentView>;
  agentHeartbeat(
    caller: Caller,
    request: { machineId: string; agentId: string; status?: HeartbeatStatus; statusMessage?: string },
  ): Promise<view.HeartbeatAnswer>;
  quarantineAgent(caller: Caller, request: { agentId: string; reason: string }): Promise<view.AgentView>;
  /** Ends a quarantine; `accept` takes over the capabilities the agent came back with. */
  reviewAgent(caller: Caller, request: { agentId: string; accept: boolean }): Promise<view.AgentView>;
  directAgent(caller: Caller, request: { agentId: string; directive: string }): Promise<view.AgentView>;
  claimTask(
    caller: Caller,
    request: { agentId: string; taskId?: string; capability?: string },
  ): Promise<view.TaskView | undefined>;
  renewTask(caller: Caller, request: { agentId: string; taskId: string; epoch: number }): Promise<view.TaskView>;
  completeTask(
    caller: Caller,
    request: { agentId: string; taskId: string; epoch: number; result?: unknown },
  ): Promise<view.TaskView>;
  failTask(
    caller: Caller,
    request: { agentId: string; taskId: string; epoch: number; error: string },
  ): Promise<view.TaskView>;
  listTasks(caller: Caller, request?: { runId?: string; state?: string }): Promise<readonly view.TaskView[]>;

  // Workflows
  /** `source` is a definition, or JSON or YAML text. Makes version 1 or the next one, active unless told otherwise. */
  putWorkflow(
    caller: Caller,
    request: { source: unknown; workflowId?: string; activate?: boolean },
  ): Promise<view.WorkflowView>;
  validateWorkflow(caller: Caller, source: unknown): Promise<view.ValidationView>;
  activateWorkflow(caller: Caller, request: { workflowId: string; version: number }): Promise<view.WorkflowView>;
  archiveWorkflow(caller: Caller, workflowId: string): Promise<void>;
  getWorkflow(caller: Caller, workflowId: string, version?: number): Promise<view.WorkflowView>;
  listWorkflows(caller: Caller): Promise<readonly view.WorkflowView[]>;
  dryRunWorkflow(
    caller: Caller,
    request: { workflowId?: string; source?: unknown; input?: Readonly<Record<string, unknown>> },
  ): Promise<view.DryRunView>;

  // Policies, tools
  /** Saved inactive; `activate` makes it count. An invalid one is refused. */
  putPolicy(caller: Caller, request: { source: unknown; activate?: boolean }): Promise<view.PolicyView>;
  activatePolicy(caller: Caller, request: { policyId: string; version: number }): Promise<view.PolicyView>;
  deactivatePolicy(caller: Caller, policyId: string): Promise<void>;
  listPolicies(caller: Caller): Promise<readonly view.PolicyView[]>;
  simulatePolicy(caller: Caller, request: { source: unknown; sinceIso?: string }): Promise<view.SimulationView>;
  getToolExposure(caller: Caller): Promise<ToolExposure>;
  putToolExposure(caller: Caller, source: unknown): Promise<ToolExposure>;
  /** Which of these names the caller may see and call, by the workspace's exposure policy and its roles. */
  exposedTools(caller: Caller, names: readonly string[]): Promise<ReadonlySet<string>>;
  listTools(caller: Caller): Promise<readonly view.ToolView[]>;
  /** Accepts what the server offers now, and may say what kind of tool it is. */
  reviewTool(caller: Caller, request: { server: string; tool: string; class?: ToolClass }): Promise<view.ToolView>;

  // Workspace, principals, keys
  getWorkspace(caller: Caller): Promise<Workspace>;
  whoAmI(caller: Caller): Promise<view.CallerView>;
  setEnvironment(caller: Caller, environment: Environment): Promise<Workspace>;
  freeze(caller: Caller, reason: string): Promise<Workspace>;
  unfreeze(caller: Caller): Promise<Workspace>;
  putPrincipal(
    caller: Caller,
    request: {
      principalId: string;
      kind: PrincipalKind;
      displayName?: string;
      roles: readonly string[];
      onBehalfOf?: string;
      active?: boolean;
    },
  ): Promise<view.PrincipalView>;
  listPrincipals(caller: Caller): Promise<readonly view.PrincipalView[]>;
  /** The secret is in this answer and nowhere else. */
  createApiKey(
    caller: Caller,
    request: { principalId: string; label?: string; expiresInMs?: number },
  ): Promise<view.ApiKeyView & { readonly secret: string }>;
  listApiKeys(caller: Caller): Promise<readonly view.ApiKeyView[]>;
  revokeApiKey(caller: Caller, keyId: string): Promise<view.ApiKeyView>;
  createWebhook(
    caller: Caller,
    request: { url: string; types?: readonly string[]; secret?: string },
  ): Promise<view.WebhookView & { readonly secret: string }>;
  listWebhooks(caller: Caller): Promise<readonly view.WebhookView[]>;
  removeWebhook(caller: Caller, webhookId: string): Promise<void>;

  // Evidence and events
  listEvidence(
    caller: Caller,
    request?: { runId?: string; type?: string; after?: number; limit?: number },
  ): Promise<Page<Entry>>;
  /** Lines of an NDJSON export that `quadrivium-ledger verify` understands without a server. */
  exportEvidence(caller: Caller, request?: { runId?: string }): AsyncIterable<string>;
  verifyEvidence(caller: Caller): Promise<VerifyReport & { readonly signing: Signing }>;
  /** Signs where the chain stands now. Whoever keeps the answer notices when the end of the chain is cut off. */
  checkpointEvidence(caller: Caller): Promise<Checkpoint>;
  /** Events after the cursor, oldest first. A cursor is the `sequence` of the last event seen; 0 for all. */
  eventsSince(caller: Caller, cursor: number, limit?: number): Promise<readonly CloudEvent[]>;
  /** The same without end, until the signal. */
  followEvents(caller: Caller, cursor: number, signal: AbortSignal): AsyncIterable<CloudEvent>;
  /** The `sequence` of the newest event: the cursor for what comes next. */
  newestEvent(caller: Caller): Promise<number>;

  // Without a caller: what happens before there is one
  /** Who this key belongs to; `Unauthenticated` when nobody, revoked or expired. */
  authenticateKey(key: string): Promise<Caller>;
  /** The caller for a name that somebody else has verified, such as the subject of a token. */
  callerFor(identity: {
    workspaceId: string;
    principalId: string;
    roles: readonly string[];
    onBehalfOf?: string;
    via?: string;
  }): Promise<Caller>;
  /** Creates a workspace with its first administrator; gives that administrator's key once. */
  initWorkspace(request: {
    workspaceId: string;
    name?: string;
    environment?: Environment;
    adminId?: string;
  }): Promise<{ readonly workspace: Workspace; readonly admin: Caller; readonly secret: string }>;
  listWorkspaces(): Promise<readonly Workspace[]>;
  health(): Promise<Health>;
  close(): Promise<void>;
}

type Page<Item> = view.Page<Item>;

export interface Health {
  readonly ready: boolean;
  readonly store: { readonly kind: 'sqlite' | 'postgres'; readonly ok: boolean; readonly detail?: string };
  readonly engine: { readonly running: boolean; readonly activeRuns: number };
  readonly signing: SigningHealth;
}
