import { RegisterAgentAnswer } from '../client/answers.js';
import { RegisterAgent } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const agentRegisterTool = clientTool({
  name: 'portarium_agent_register',
  method: 'registerAgent',
  title: 'Register an agent',
  description:
    'Register agent with control plane. Doing it again changes nothing; coming back with other capabilities puts the agent in quarantine until somebody has looked.',
  effect: 'write',
  idempotent: true,
  input: RegisterAgent,
  output: RegisterAgentAnswer,
});
