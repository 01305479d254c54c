import * as z from 'zod';
import { AgentAnswer, AgentHeartbeatAnswer, RegisterAgentAnswer } from '../../client/answers.js';
import { heartbeatStatuses, livenesses, taskStates } from '../../domain/agent.js';
import { Answer, defineRoute } from '../route.js';
import { given, items, listOf, longText, text, tier } from './fields.js';

const tag = 'Agents';
const Machine = z.looseObject({ machineId: z.string(), displayName: z.string(), capabilities: z.array(z.string()) });
const Task = z.looseObject({ taskId: z.string(), state: z.enum(taskStates), epoch: z.number() });

const Agent = AgentAnswer.extend({
  liveness: z.enum(livenesses),
  lastHeartbeatAtIso: z.string().optional(),
  leaseExpiresAtIso: z.string().optional(),
  quarantineReason: z.string().optional(),
});

/** `ok` is what the original calls healthy. */
const status = z
  .enum([...heartbeatStatuses, 'ok'])
  .transform((word) => (word === 'ok' ? ('healthy' as const) : word))
  .optional();

export const agentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/machines',
    operationId: 'listMachines',
    summary: 'List machines',
    tag,
    answer: listOf(Machine),
    run: ({ plane, caller }) => items(plane.listMachines(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/machines',
    operationId: 'registerMachine',
    summary: 'Make a machine known, with what its agents may be able to do',
    tag,
    body: z.strictObject({
      machineId: text,
      displayName: text.optional(),
      capabilities: z.array(text).max(200).optional(),
    }),
    answer: Machine,
    run: ({ plane, caller, body: { machineId, ...rest } }) =>
      plane.registerMachine(caller, { machineId, ...given(rest) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/machines/{machineId}',
    operationId: 'getMachine',
    summary: 'One machine',
    tag,
    answer: Machine,
    run: ({ plane, caller, params }) => plane.getMachine(caller, params.machineId),
  }),
  defineRoute({
    method: 'POST',
    path: '/machines/{machineId}/heartbeat',
    operationId: 'machineHeartbeat',
    summary: 'Sign of life of a machine',
    tag,
    body: z.strictObject({ status }),
    bodyOptional: true,
    answer: z.looseObject({ acknowledgedAtIso: z.string() }),
    run: ({ plane, caller, params, body }) =>
      plane.machineHeartbeat(caller, { machineId: params.machineId, ...given(body) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/agents',
    operationId: 'listAgents',
    summary: 'List agents with their liveness',
    tag,
    answer: listOf(Agent),
    run: ({ plane, caller }) => items(plane.listAgents(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/agents',
    operationId: 'registerAgent',
    summary: 'Register an agent; no secret is given back',
    tag,
    body: z.strictObject({
      machineId: text,
      agentId: text,
      displayName: text,
      capabilities: z.array(text).max(200).optional(),
      allowedTools: z.array(text).max(500).optional(),
      policyTier: tier.optional(),
    }),
    answer: RegisterAgentAnswer,
    run: ({ plane, caller, body: { machineId, agentId, displayName, ...rest } }) =>
      plane.registerAgent(caller, { machineId, agentId, displayName, ...given(rest) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/agents/{agentId}',
    operationId: 'getAgent',
    summary: 'One agent',
    tag,
    answer: Agent,
    run: ({ plane, caller, params }) => plane.getAgent(caller, params.agentId),
  }),
  defineRoute({
    method: 'POST',
    path: '/agents/{agentId}/heartbeat',
    operationId: 'agentHeartbeat',
    summary: 'Sign of life of an agent; answers with directives and work',
    tag,
    body: z.strictObject({
      machineId: text.optional().describe('The machine it was registered with when omitted'),
      status,
      statusMessage: z.string().max(2000).optional(),
    }),
    bodyOptional: true,
    answer: AgentHeartbeatAnswer,
    async run({ plane, caller, params: { agentId }, body: { machineId, ...rest } }) {
      const machine = machineId ?? (await plane.getAgent(caller, agentId)).machineId;
      return plane.agentHeartbeat(caller, { agentId, machineId: machine, ...given(rest) });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/agents/{agentId}/quarantine',
    operationId: 'quarantineAgent',
    summary: 'Offer an agent no more work until somebody has looked',
    tag,
    body: z.strictObject({ reason: longText }),
    answer: Agent,
    run: ({ plane, caller, params, body }) => plane.quarantineAgent(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agents/{agentId}:review-drift',
    operationId: 'reviewAgent',
    summary: 'End a quarantine, with the new capabilities or without them',
    tag,
    body: z.strictObject({ accept: z.boolean() }),
    answer: Agent,
    run: ({ plane, caller, params, body }) => plane.reviewAgent(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agents/{agentId}/directives',
    operationId: 'directAgent',
    summary: 'Tell an agent something with its next heartbeat',
    tag,
    body: z.strictObject({ directive: longText }),
    answer: Agent,
    run: ({ plane, caller, params, body }) => plane.directAgent(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agents/{agentId}/tasks:claim',
    operationId: 'claimTask',
    summary: 'Take a task; 204 when there is none',
    tag,
    body: z.strictObject({ taskId: text.optional(), capability: text.optional() }),
    bodyOptional: true,
    answer: Task,
    async run({ plane, caller, params, body }) {
      const task = await plane.claimTask(caller, { ...params, ...given(body) });
      return task ?? new Answer(undefined, {}, 204);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/agent-tasks',
    operationId: 'listTasks',
    summary: 'List tasks for agents',
    tag,
    query: z.strictObject({ runId: z.string().optional(), state: z.enum(taskStates).optional() }),
    answer: listOf(Task),
    run: ({ plane, caller, query }) => items(plane.listTasks(caller, given(query))),
  }),
  defineRoute({
    method: 'POST',
    path: '/agent-tasks/{taskId}/renew',
    operationId: 'renewTask',
    summary: 'Keep a task for longer',
    tag,
    body: z.strictObject({ agentId: text, epoch: z.int() }),
    answer: Task,
    run: ({ plane, caller, params, body }) => plane.renewTask(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agent-tasks/{taskId}/complete',
    operationId: 'completeTask',
    summary: 'Hand in the result of a task; an old epoch is refused',
    tag,
    body: z.strictObject({ agentId: text, epoch: z.int(), result: z.unknown().optional() }),
    answer: Task,
    run: ({ plane, caller, params, body }) => plane.completeTask(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/agent-tasks/{taskId}/fail',
    operationId: 'failTask',
    summary: 'Give a task up',
    tag,
    body: z.strictObject({ agentId: text, epoch: z.int(), error: longText }),
    answer: Task,
    run: ({ plane, caller, params, body }) => plane.failTask(caller, { ...params, ...body }),
  }),
];
