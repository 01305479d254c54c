import * as z from 'zod';
import { AgentView } from '../../answers/agents.js';
import { reviewAgent as review } from '../../app/agents/agents.js';
import { agentRow } from '../brief.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const reviewAgent = define({
  name: 'portarium_agent_review',
  title: 'Review an agent',
  description: 'End a quarantine, with the new capabilities or without them',
  effect: 'write',
  needs: 'agent:review',
  input: { agentId: id, accept: z.boolean() },
  output: AgentView,
  rest: { method: 'POST', path: '/agents/{agentId}:review-drift', tag: 'Agents' },
  cli: { defaults: { accept: false }, show: agentRow },
  run: review,
});
