import * as z from 'zod';
import { reviewAgent as review } from '../../app/agents.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { AgentAnswer } from './answers.js';

export const reviewAgent = define({
  name: 'portarium_agent_review',
  title: 'Review an agent',
  description: 'End a quarantine, with the new capabilities or without them',
  effect: 'write',
  needs: 'agent:review',
  input: { agentId: id, accept: z.boolean() },
  output: AgentAnswer,
  rest: { method: 'POST', path: '/agents/{agentId}:review-drift', operationId: 'reviewAgent', tag: 'Agents' },
  run: review,
});
