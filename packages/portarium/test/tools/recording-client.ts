import type { PortariumClient } from '../../src/client/portarium-client.js';

export interface Recorded {
  readonly method: string;
  readonly args: unknown;
}

const run = {
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

const approval = { approvalId: 'apr_1', runId: 'run_1', status: 'Approved', prompt: 'ok?', planDigest: 'sha256:0' };

/** By the operation's name in the API. */
const answers: Readonly<Record<string, unknown>> = {
  startRun: { ...run, pollAfterMs: 500, replayed: false },
  getRun: { ...run, steps: [], pendingApprovals: [], evidence: { count: 0, headHash: '' } },
  cancelRun: { ...run, cancellation: { requestedAtIso: run.createdAtIso, effective: true, inFlightActionIds: [] } },
  listWorkItems: { items: [] },
  decideApproval: { ...approval, run: { runId: 'run_1', status: 'Running' }, remainingApprovals: 0, replayed: false },
  registerAgent: { agentId: 'bot', machineId: 'm', displayName: 'Bot', capabilities: [], created: true },
  agentHeartbeat: {
    acknowledgedAtIso: run.createdAtIso,
    leaseExpiresAtIso: run.createdAtIso,
    nextHeartbeatInMs: 15_000,
    directives: [],
    assignedWork: [],
  },
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
