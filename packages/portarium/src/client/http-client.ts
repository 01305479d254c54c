import { randomUUID } from 'node:crypto';
import type { PortariumClient } from './portarium-client.js';
import { type RestConnection, type RestOptions, restConnection } from './rest-connection.js';

/**
 * Talks to a control plane elsewhere through its REST API. Every one of the seven calls can be repeated without harm:
 * reading, cancelling, registering and heartbeats by their nature, the other two because they carry a key.
 */
export function httpClient(options: RestOptions): PortariumClient {
  return clientOver(restConnection(options));
}

export function clientOver(rest: RestConnection): PortariumClient {
  const at = (workspaceId: string, ...parts: string[]) =>
    `/v1/workspaces/${[workspaceId, ...parts].map(encodeURIComponent).join('/')}`;
  return {
    startRun: ({ workspaceId, workflowId, input, idempotencyKey }) =>
      rest.send('POST', at(workspaceId, 'runs'), {
        body: { workflowId, parameters: input },
        idempotencyKey: idempotencyKey ?? randomUUID(),
      }),
    getRun: ({ workspaceId, runId }) => rest.send('GET', at(workspaceId, 'runs', runId)),
    cancelRun: ({ workspaceId, runId, reason }) =>
      rest.send('POST', at(workspaceId, 'runs', runId, 'cancel'), { body: { rationale: reason } }),
    listWorkItems: ({ workspaceId, runId, status }) =>
      rest.send('GET', at(workspaceId, 'work-items'), { query: { runId, mcpStatus: status } }),
    submitApproval: ({ workspaceId, approvalId, decision, comment, idempotencyKey }) =>
      rest.send('POST', at(workspaceId, 'approvals', approvalId, 'decide'), {
        body: { decision, rationale: comment },
        idempotencyKey: idempotencyKey ?? randomUUID(),
      }),
    registerAgent: ({ workspaceId, ...agent }) => rest.send('POST', at(workspaceId, 'agents'), { body: agent }),
    agentHeartbeat: ({ workspaceId, agentId, machineId, status }) =>
      rest.send('POST', at(workspaceId, 'agents', agentId, 'heartbeat'), { body: { machineId, status } }),
  };
}
