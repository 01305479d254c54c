import { TaskView } from '../../answers/agents.js';
import { claimTask as claim } from '../../app/runs/tasks.js';
import { define } from '../define.js';
import { id, text } from '../fields.js';

export const claimTask = define({
  name: 'portarium_task_claim',
  title: 'Claim a task',
  description: 'Take a task; 204 when there is none',
  effect: 'write',
  needs: 'task:work',
  input: { agentId: id, taskId: text.optional(), capability: text.optional() },
  output: TaskView.optional(),
  rest: { method: 'POST', path: '/agents/{agentId}/tasks:claim', tag: 'Agents' },
  run: claim,
});
