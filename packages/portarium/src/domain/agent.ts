import type { AgentId, MachineId, PrincipalId, RunId, StepId, TaskId, WorkspaceId } from './ids.js';
import type { Tier } from './tier.js';

export interface Machine {
  readonly workspaceId: WorkspaceId;
  readonly machineId: MachineId;
  readonly displayName: string;
  readonly capabilities: readonly string[];
  readonly active: boolean;
  readonly registeredBy: PrincipalId;
  readonly registeredAt: number;
  readonly lastHeartbeatAt?: number;
  readonly status?: HeartbeatStatus;
}

export const heartbeatStatuses = ['healthy', 'degraded', 'draining'] as const;
export type HeartbeatStatus = (typeof heartbeatStatuses)[number];

export interface Agent {
  readonly workspaceId: WorkspaceId;
  readonly agentId: AgentId;
  readonly machineId: MachineId;
  readonly displayName: string;
  readonly capabilities: readonly string[];
  readonly policyTier: Tier;
  readonly allowedTools: readonly string[];
  readonly registeredBy: PrincipalId;
  readonly registeredAt: number;
  readonly status: HeartbeatStatus;
  readonly statusMessage?: string;
  readonly lastHeartbeatAt?: number;
  readonly leaseUntil?: number;
  /** The lease ran out and its tasks went back to the queue; a heartbeat clears it. */
  readonly staleSince?: number;
  readonly quarantine?: {
    readonly at: number;
    readonly reason: string;
    /** What the agent claimed to be able to do when it came back different. */
    readonly proposedCapabilities?: readonly string[];
  };
  /** What the agent is told with its next heartbeat. */
  readonly directives: readonly string[];
}

export const livenesses = ['Online', 'Degraded', 'Draining', 'Stale', 'Offline', 'Quarantined', 'Registered'] as const;
export type Liveness = (typeof livenesses)[number];

const offlineAfterMs = 300_000;

export function livenessOf(agent: Agent, now: number): Liveness {
  if (agent.quarantine !== undefined) return 'Quarantined';
  if (agent.leaseUntil === undefined) return 'Registered';
  if (agent.leaseUntil <= now) return now - agent.leaseUntil > offlineAfterMs ? 'Offline' : 'Stale';
  if (agent.status === 'draining') return 'Draining';
  return agent.status === 'degraded' ? 'Degraded' : 'Online';
}

export const taskStates = ['Queued', 'Claimed', 'Completed', 'Failed', 'Cancelled'] as const;
export type TaskState = (typeof taskStates)[number];

export interface AgentTask {
  readonly workspaceId: WorkspaceId;
  readonly taskId: TaskId;
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly capability: string;
  /** Only this agent may claim it. */
  readonly onlyAgentId?: AgentId;
  readonly state: TaskState;
  readonly payload: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly claimedBy?: AgentId;
  readonly leaseMs: number;
  readonly leaseUntil?: number;
  /** Rises whenever the task changes hands; results with an older number are refused. */
  readonly epoch: number;
  readonly claims: number;
  readonly maxClaims: number;
  readonly createdAt: number;
  readonly endedAt?: number;
}
