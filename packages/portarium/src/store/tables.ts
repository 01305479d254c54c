/**
 * The tables, as data: what a row is found by, which parts of the document are searched, and which indexes carry that.
 * Documents are JSON text; the columns beside them are copies made when a document is written.
 */
import type { Collections, Scalar } from '../domain/store-port.js';
import { storedApproval, storedStep } from './stored-step.js';

export interface TableShape {
  readonly table: string;
  /** After `workspace_id`, in order. Numbers sort as numbers. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, (document: never) => Scalar | undefined>>;
  /** `where` makes an index partial; `unique` makes it carry an invariant. */
  readonly indexes?: readonly { readonly on: string; readonly unique?: boolean; readonly where?: string }[];
  readonly numeric?: readonly string[];
  /** How a document lies in the database, where that is not as it stands. */
  readonly stored?: { read(body: never): unknown; write(document: never): unknown };
  /** Columns of a later version, with the member of the document they copy: databases made before get them when opened. */
  readonly added?: Readonly<Record<string, string>>;
}

type Document<Name extends keyof Collections> = Collections[Name] extends { get(...key: never): Promise<infer T> }
  ? NonNullable<T>
  : never;

function table<Name extends keyof Collections>(
  name: Name,
  shape: Omit<TableShape, 'columns' | 'table'> & {
    readonly table: string;
    readonly columns: Readonly<Record<string, (document: Document<Name>) => Scalar | undefined>>;
  },
): readonly [Name, TableShape] {
  return [name, shape as TableShape];
}

export const tables = Object.fromEntries([
  table('workspaces', { table: 'workspaces', key: [], columns: {} }),
  table('principals', {
    table: 'principals',
    key: ['principal_id'],
    columns: { principal_id: (it) => it.principalId },
  }),
  table('apiKeys', {
    table: 'api_keys',
    key: ['key_id'],
    columns: { key_id: (it) => it.keyId, principal_id: (it) => it.principalId },
    indexes: [{ on: 'key_id', unique: true }],
  }),
  table('passkeys', {
    table: 'passkeys',
    key: ['principal_id', 'passkey_id'],
    columns: { principal_id: (it) => it.principalId, passkey_id: (it) => it.passkeyId },
  }),
  table('sessions', {
    table: 'sessions',
    key: ['session_id'],
    numeric: ['expires_at'],
    columns: { session_id: (it) => it.sessionId, expires_at: (it) => it.expiresAt },
    indexes: [{ on: 'workspace_id, expires_at' }],
  }),
  table('passkeyOffers', {
    table: 'passkey_offers',
    key: ['principal_id'],
    columns: { principal_id: (it) => it.principalId },
  }),
  table('workflows', {
    table: 'workflows',
    key: ['workflow_id', 'version'],
    numeric: ['version', 'active'],
    columns: {
      workflow_id: (it) => it.workflowId,
      version: (it) => it.version,
      active: (it) => (it.active ? 1 : 0),
    },
    indexes: [{ on: 'workspace_id, workflow_id', unique: true, where: 'active = 1' }],
  }),
  table('schedules', {
    table: 'schedules',
    key: ['schedule_id'],
    columns: { schedule_id: (it) => it.scheduleId },
  }),
  table('runs', {
    table: 'runs',
    key: ['run_id'],
    numeric: ['wake_at', 'lease_until'],
    columns: {
      run_id: (it) => it.runId,
      workflow_id: (it) => it.workflowId,
      status: (it) => it.status,
      initiated_by: (it) => it.initiatedBy,
      control_state: (it) => it.controlState ?? null,
      wake_at: (it) => it.wakeAt ?? null,
      lease_until: (it) => it.lease?.until ?? 0,
    },
    added: { initiated_by: 'initiatedBy' },
    indexes: [
      // All that is asked of runs that are due, so that passing over thousands of them reads no row.
      { on: 'wake_at, lease_until, workspace_id, workflow_id, run_id', where: 'wake_at IS NOT NULL' },
      { on: 'workspace_id, status, run_id' },
      { on: 'workspace_id, initiated_by, run_id' },
      { on: 'workspace_id, workflow_id, run_id' },
    ],
  }),
  table('steps', {
    table: 'steps',
    key: ['run_id', 'seq', 'step_id'],
    numeric: ['seq'],
    columns: { run_id: (it) => it.runId, seq: (it) => it.seq, step_id: (it) => it.stepId, state: (it) => it.state },
    stored: storedStep,
  }),
  table('plans', {
    table: 'plans',
    key: ['plan_id'],
    columns: { plan_id: (it) => it.planId, run_id: (it) => it.runId },
    indexes: [{ on: 'workspace_id, run_id' }],
  }),
  table('approvals', {
    table: 'approvals',
    key: ['approval_id'],
    stored: storedApproval,
    columns: {
      approval_id: (it) => it.approvalId,
      run_id: (it) => it.runId,
      step_id: (it) => it.stepId,
      status: (it) => it.status,
    },
    indexes: [
      { on: 'workspace_id, run_id, step_id', unique: true, where: "status = 'Pending'" },
      { on: 'workspace_id, run_id' },
      { on: 'workspace_id, status, approval_id' },
    ],
  }),
  table('overrides', {
    table: 'overrides',
    key: ['override_id'],
    columns: { override_id: (it) => it.overrideId, approval_id: (it) => it.approvalId },
  }),
  table('workItems', {
    table: 'work_items',
    key: ['work_item_id'],
    columns: {
      work_item_id: (it) => it.workItemId,
      run_id: (it) => it.runId ?? null,
      status: (it) => it.status,
      outcome: (it) => it.outcome ?? null,
      owner: (it) => it.owner ?? null,
    },
    indexes: [{ on: 'workspace_id, run_id' }, { on: 'workspace_id, status, work_item_id' }],
  }),
  table('machines', { table: 'machines', key: ['machine_id'], columns: { machine_id: (it) => it.machineId } }),
  table('agents', { table: 'agents', key: ['agent_id'], columns: { agent_id: (it) => it.agentId } }),
  table('tasks', {
    table: 'agent_tasks',
    key: ['task_id'],
    columns: {
      task_id: (it) => it.taskId,
      run_id: (it) => it.runId,
      state: (it) => it.state,
      capability: (it) => it.capability,
      claimed_by: (it) => it.claimedBy ?? null,
    },
    indexes: [{ on: 'workspace_id, state, capability, task_id' }, { on: 'workspace_id, run_id' }],
  }),
  table('policies', {
    table: 'policies',
    key: ['policy_id', 'version'],
    numeric: ['version', 'active'],
    columns: { policy_id: (it) => it.policyId, version: (it) => it.version, active: (it) => (it.active ? 1 : 0) },
    indexes: [{ on: 'workspace_id, policy_id', unique: true, where: 'active = 1' }],
  }),
  table('exposures', { table: 'tool_exposures', key: [], columns: {} }),
  table('tools', {
    table: 'downstream_tools',
    key: ['server', 'tool'],
    columns: { server: (it) => it.server, tool: (it) => it.tool },
  }),
  table('webhooks', {
    table: 'webhooks',
    key: ['webhook_id'],
    numeric: ['next_attempt_at', 'active'],
    columns: {
      webhook_id: (it) => it.webhookId,
      next_attempt_at: (it) => it.nextAttemptAt,
      active: (it) => (it.active ? 1 : 0),
    },
  }),
  table('notices', {
    table: 'notices',
    key: ['notice_id'],
    numeric: ['next_attempt_at', 'active'],
    columns: {
      notice_id: (it) => it.noticeId,
      next_attempt_at: (it) => it.nextAttemptAt,
      active: (it) => (it.active ? 1 : 0),
    },
  }),
  table('idempotency', {
    table: 'idempotency',
    key: ['idem_key'],
    numeric: ['expires_at'],
    columns: { idem_key: (it) => it.key, expires_at: (it) => it.expiresAt },
    indexes: [{ on: 'workspace_id, expires_at' }],
  }),
  table('calls', {
    table: 'policy_calls',
    key: ['call_id'],
    numeric: ['at'],
    columns: { call_id: (it) => it.callId, at: (it) => it.at, run_id: (it) => it.runId },
  }),
  table('timers', {
    table: 'timers',
    key: ['kind', 'target'],
    numeric: ['fire_at'],
    columns: { kind: (it) => it.kind, target: (it) => it.target, fire_at: (it) => it.fireAt },
    indexes: [{ on: 'fire_at' }],
  }),
  table('retentions', { table: 'retentions', key: [], columns: {} }),
  table('outbox', { table: 'outbox', key: ['seq'], numeric: ['seq'], columns: { seq: (it) => it.seq } }),
]) as Readonly<Record<keyof Collections, TableShape>>;
