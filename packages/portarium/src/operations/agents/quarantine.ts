import { AgentView } from '../../answers/agents.js';
import { quarantineAgent as quarantine } from '../../app/agents/agents.js';
import { agentRow } from '../brief.js';
import { define } from '../define.js';
import { id, longText } from '../fields.js';

export const quarantineAgent = define({
  name: 'portarium_agent_quarantine',
  title: 'Quarantine an agent',
  description: 'Offer an agent no more work until somebody has looked',
  effect: 'write',
  needs: 'agent:review',
  input: { agentId: id, reason: longText },
  output: AgentView,
  rest: { method: 'POST', path: '/agents/{agentId}/quarantine', tag: 'Agents' },
  cli: { show: agentRow },
  run: quarantine,
});
