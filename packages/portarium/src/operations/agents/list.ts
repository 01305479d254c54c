import { AgentView } from '../../answers/agents.js';
import { listOf } from '../../answers/said.js';
import { listAgents as list } from '../../app/agents/agents.js';
import { agentRow, rows } from '../brief.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listAgents = define({
  name: 'portarium_agent_list',
  title: 'List agents',
  description: 'List agents with their liveness',
  effect: 'read',
  needs: 'agent:read',
  output: listOf(AgentView),
  rest: { method: 'GET', path: '/agents', tag: 'Agents' },
  cli: { show: rows(agentRow) },
  run: (deps, caller) => items(list(deps, caller)),
});
