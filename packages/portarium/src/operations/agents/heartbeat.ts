import * as z from 'zod';
import { HeartbeatAnswer } from '../../answers/agents.js';
import { getAgent } from '../../app/agents/agents.js';
import { agentHeartbeat as beat } from '../../app/agents/heartbeat.js';
import { heartbeatStatuses } from '../../domain/agent.js';
import { define } from '../define.js';
import { id, said, saidWorkspace, text } from '../fields.js';
import { heartbeatStatus } from './heartbeat-status.js';

export const agentHeartbeat = define({
  name: 'portarium_agent_heartbeat',
  title: 'Agent heartbeat',
  description:
    'Agent liveness heartbeat. Extends the lease of the agent and answers with directives and the work that waits for it.',
  effect: 'write',
  idempotent: true,
  needs: 'agent:heartbeat',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      machineId: said('Machine the agent runs on'),
      agentId: said('Id of the agent'),
      status: z.enum(heartbeatStatuses).optional().describe('draining takes no new work; healthy when omitted'),
    }),
  },
  input: {
    agentId: id,
    machineId: text.optional().describe('The machine it was registered with when omitted'),
    status: heartbeatStatus,
    statusMessage: z.string().max(2000).optional(),
  },
  output: HeartbeatAnswer,
  rest: {
    method: 'POST',
    path: '/agents/{agentId}/heartbeat',
    summary: 'Sign of life of an agent; answers with directives and work',
    tag: 'Agents',
  },
  async run(deps, caller, request) {
    const machineId = request.machineId ?? (await getAgent(deps, caller, request.agentId)).machineId;
    return beat(deps, caller, { ...request, machineId });
  },
});
