import type * as view from '../../src/answers/index.js';
import type { PortariumClient } from '../../src/client/portarium-client.js';

export interface Recorded {
  readonly method: string;
  readonly args: unknown;
}

const run: view.RunSummary = {
  schemaVersion: 1,
  runId: 'run_1',
  workspaceId: 'ws-a',
  workflowId: 'hello',
  workflowVersion: 1,
  correlationId: 'c',
  executionTier: 'Auto',
  initiatedByUserId: 'alice',
  initiatedVia: 'mcp',
  status: 'Running',
  createdAtIso: '2026-01-01T00:00:00.000Z',
};

const approval: view.ApprovalView = {
  approvalId: 'apr_1',
  workspaceId: 'ws-a',
  runId: 'run_1',
  actionId: 'ask',
  stepId: 'ask',
  status: 'Approved',
  prompt: 'ok?',
  reason: 'a gate',
  planId: 'plan_1',
  planDigest: 'sha256:0',
  policyVersion: 'sha256:1',
  plan: [],
  requestedAtIso: run.createdAtIso,
  requestedByUserId: 'alice',
  requestedFor: 'alice',
  requiredApprovals: 1,
  remainingApprovals: 0,
  requiredRoles: [],
  decisions: [],
  expiresAtIso: run.createdAtIso,
};

const agent: view.RegisteredAgent = {
  agentId: 'bot',
  workspaceId: 'ws-a',
  machineId: 'm',
  displayName: 'Bot',
  capabilities: [],
  policyTier: 'HumanApprove',
  allowedTools: [],
  status: 'healthy',
  liveness: 'Registered',
  registeredAtIso: run.createdAtIso,
  created: true,
};

const beat: view.HeartbeatAnswer = {
  acknowledgedAtIso: run.createdAtIso,
  leaseExpiresAtIso: run.createdAtIso,
  nextHeartbeatInMs: 15_000,
  liveness: 'Online',
  directives: [],
  assignedWork: [],
};

/** By the operation's name in the API. */
const answers: Readonly<Record<string, unknown>> = {
  startRun: { ...run, pollAfterMs: 500, replayed: false },
  getRun: { ...run, input: {}, steps: [], pendingApprovals: [], evidence: { count: 0, headHash: '' } },
  cancelRun: { ...run, cancellation: { requestedAtIso: run.createdAtIso, effective: true, inFlightActionIds: [] } },
  listWorkItems: { items: [] },
  decideApproval: { ...approval, run: { runId: 'run_1', status: 'Running' }, replayed: false },
  registerAgent: agent,
  agentHeartbeat: beat,
};

/** Remembers what it was asked; for the one question which operation a tool calls with what. */
export function recordingClient(fail?: () => Error): { client: PortariumClient; calls: Recorded[] } {
  const calls: Recorded[] = [];
  const client: PortariumClient = {
    async call({ rest }, args) {
      const method = rest?.operationId ?? '';
      calls.push({ method, args });
      if (fail !== undefined) throw fail();
      return answers[method] as never;
    },
    stream() {
      throw new Error('No tool streams.');
    },
  };
  return { client, calls };
}
