/** What the operations about machines, agents and their tasks answer. */
import * as z from 'zod';
import { heartbeatStatuses, livenesses, taskStates } from '../domain/agent.js';
import { tiers } from '../domain/tier.js';
import { type Said, time } from './said.js';

export const MachineView = z.looseObject({
  machineId: z.string(),
  displayName: z.string(),
  capabilities: z.array(z.string()),
  workspaceId: z.string(),
  active: z.boolean(),
  registeredAtIso: time,
  lastHeartbeatAtIso: time.optional(),
});
export type MachineView = Said<z.output<typeof MachineView>>;

export const AgentView = z.looseObject({
  agentId: z.string(),
  machineId: z.string(),
  displayName: z.string(),
  capabilities: z.array(z.string()),
  liveness: z.enum(livenesses),
  lastHeartbeatAtIso: time.optional(),
  leaseExpiresAtIso: time.optional(),
  quarantineReason: z.string().optional(),
  workspaceId: z.string(),
  policyTier: z.enum(tiers),
  allowedTools: z.array(z.string()),
  status: z.enum(heartbeatStatuses),
  statusMessage: z.string().optional(),
  registeredAtIso: time,
});
export type AgentView = Said<z.output<typeof AgentView>>;

export const RegisteredAgent = AgentView.extend({
  created: z.boolean(),
  capabilityDrift: z.looseObject({ registered: z.array(z.string()), offered: z.array(z.string()) }).optional(),
});
export type RegisteredAgent = Said<z.output<typeof RegisteredAgent>>;

export const TaskView = z.looseObject({
  taskId: z.string(),
  state: z.enum(taskStates),
  epoch: z.number(),
  runId: z.string(),
  stepId: z.string(),
  capability: z.string(),
  payload: z.unknown(),
  claimedBy: z.string().optional(),
  leaseExpiresAtIso: time.optional(),
  result: z.unknown().optional(),
});
export type TaskView = Said<z.output<typeof TaskView>>;

export const HeartbeatAnswer = z.looseObject({
  acknowledgedAtIso: time,
  leaseExpiresAtIso: time,
  nextHeartbeatInMs: z.number(),
  directives: z.array(z.string()),
  assignedWork: z.array(TaskView),
  liveness: z.enum(livenesses),
});
export type HeartbeatAnswer = Said<z.output<typeof HeartbeatAnswer>>;
