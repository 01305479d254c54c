import { AgentHeartbeatAnswer } from '../client/answers.js';
import { AgentHeartbeat } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const agentHeartbeatTool = clientTool({
  name: 'portarium_agent_heartbeat',
  method: 'agentHeartbeat',
  title: 'Agent heartbeat',
  description:
    'Agent liveness heartbeat. Extends the lease of the agent and answers with directives and the work that waits for it.',
  effect: 'write',
  idempotent: true,
  input: AgentHeartbeat,
  output: AgentHeartbeatAnswer,
});
