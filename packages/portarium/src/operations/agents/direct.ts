import { AgentView } from '../../answers/agents.js';
import { directAgent as direct } from '../../app/agents/agents.js';
import { agentRow } from '../brief.js';
import { define } from '../define.js';
import { id, longText } from '../fields.js';

export const directAgent = define({
  name: 'portarium_agent_direct',
  title: 'Direct an agent',
  description: 'Tell an agent something with its next heartbeat',
  effect: 'write',
  needs: 'run:intervene',
  input: { agentId: id, directive: longText },
  output: AgentView,
  rest: { method: 'POST', path: '/agents/{agentId}/directives', tag: 'Agents' },
  cli: { words: ['directive'], show: agentRow },
  run: direct,
});
