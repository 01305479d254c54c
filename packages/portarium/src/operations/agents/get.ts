import { AgentView } from '../../answers/agents.js';
import { getAgent as read } from '../../app/agents/agents.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getAgent = define({
  name: 'portarium_agent_get',
  title: 'One agent',
  description: 'One agent',
  effect: 'read',
  input: { agentId: id },
  output: AgentView,
  rest: { method: 'GET', path: '/agents/{agentId}', tag: 'Agents' },
  run: (deps, caller, { agentId }) => read(deps, caller, agentId),
});
