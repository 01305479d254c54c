import * as z from 'zod';
import { TaskView } from '../../answers/agents.js';
import { renewTask as renew } from '../../app/runs/tasks.js';
import { define } from '../define.js';
import { id, text } from '../fields.js';

export const renewTask = define({
  name: 'portarium_task_renew',
  title: 'Renew a task',
  description: 'Keep a task for longer',
  effect: 'write',
  needs: 'task:work',
  input: { taskId: id, agentId: text, epoch: z.int() },
  output: TaskView,
  rest: { method: 'POST', path: '/agent-tasks/{taskId}/renew', tag: 'Agents' },
  run: renew,
});
