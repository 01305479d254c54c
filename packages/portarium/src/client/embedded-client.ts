import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';
import type { PortariumClient } from './portarium-client.js';

/** The caller in one workspace; refuses workspaces that the credentials do not cover. */
export type CallerIn = (workspaceId: string) => Caller | Promise<Caller>;

/** Talks to a control plane in this process. */
export function embeddedClient(plane: ControlPlane, callerIn: CallerIn): PortariumClient {
  return {
    async startRun({ workspaceId, workflowId, input, idempotencyKey }) {
      return plane.startRun(await callerIn(workspaceId), {
        workflowId,
        ...(input === undefined ? {} : { input }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
    },
    async getRun({ workspaceId, runId }) {
      return plane.getRun(await callerIn(workspaceId), runId);
    },
    async cancelRun({ workspaceId, runId, reason }) {
      return plane.cancelRun(await callerIn(workspaceId), { runId, ...(reason === undefined ? {} : { reason }) });
    },
    async listWorkItems({ workspaceId, runId, status }) {
      return plane.listWorkItems(await callerIn(workspaceId), {
        ...(runId === undefined ? {} : { runId }),
        ...(status === undefined ? {} : { mcpStatus: status }),
      });
    },
    async submitApproval({ workspaceId, approvalId, decision, comment, idempotencyKey }) {
      return plane.decideApproval(await callerIn(workspaceId), {
        approvalId,
        decision,
        ...(comment === undefined ? {} : { rationale: comment }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
    },
    async registerAgent({ workspaceId, capabilities, ...agent }) {
      return plane.registerAgent(await callerIn(workspaceId), {
        ...agent,
        ...(capabilities === undefined ? {} : { capabilities }),
      });
    },
    async agentHeartbeat({ workspaceId, status, ...agent }) {
      return plane.agentHeartbeat(await callerIn(workspaceId), {
        ...agent,
        ...(status === undefined ? {} : { status }),
      });
    },
  };
}
