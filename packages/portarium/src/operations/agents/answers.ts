/** What the operations about machines, agents and their tasks promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { heartbeatStatuses, livenesses, taskStates } from '../../domain/agent.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

const time = z.string().describe('UTC, ISO 8601');

const Machine = z.looseObject({ machineId: z.string(), displayName: z.string(), capabilities: z.array(z.string()) });
export const MachineAnswer = answer<view.MachineView>()(Machine);
export const MachineListAnswer = answer<view.Page<view.MachineView>>()(listOf(Machine));
export const MachineHeartbeatAnswer = answer<{ readonly acknowledgedAtIso: string }>()(
  z.looseObject({ acknowledgedAtIso: z.string() }),
);

const Named = z.looseObject({
  agentId: z.string(),
  machineId: z.string(),
  displayName: z.string(),
  capabilities: z.array(z.string()),
});
const Agent = Named.extend({
  liveness: z.enum(livenesses),
  lastHeartbeatAtIso: z.string().optional(),
  leaseExpiresAtIso: z.string().optional(),
  quarantineReason: z.string().optional(),
});
export const AgentAnswer = answer<view.AgentView>()(Agent);
export const AgentListAnswer = answer<view.Page<view.AgentView>>()(listOf(Agent));
export const RegisteredAgentAnswer = answer<view.RegisteredAgent>()(Named.extend({ created: z.boolean() }));

export const HeartbeatAnswer = answer<view.HeartbeatAnswer>()(
  z.looseObject({
    acknowledgedAtIso: time,
    leaseExpiresAtIso: time,
    nextHeartbeatInMs: z.number(),
    directives: z.array(z.unknown()),
    assignedWork: z.array(z.unknown()),
  }),
);

const Task = z.looseObject({ taskId: z.string(), state: z.enum(taskStates), epoch: z.number() });
export const TaskAnswer = answer<view.TaskView>()(Task);
/** There may be nothing to claim. */
export const ClaimedTaskAnswer = answer<view.TaskView | undefined>()(Task.optional());
export const TaskListAnswer = answer<view.Page<view.TaskView>>()(listOf(Task));

/** `ok` is what the original calls healthy. */
export const heartbeatStatus = z
  .enum([...heartbeatStatuses, 'ok'])
  .transform((word) => (word === 'ok' ? ('healthy' as const) : word))
  .optional();
