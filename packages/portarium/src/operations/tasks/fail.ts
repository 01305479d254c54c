import * as z from 'zod';
import { TaskView } from '../../answers/agents.js';
import { failTask as fail } from '../../app/runs/tasks.js';
import { define } from '../define.js';
import { id, longText, text } from '../fields.js';

export const failTask = define({
  name: 'portarium_task_fail',
  title: 'Give a task up',
  description: 'Give a task up',
  effect: 'write',
  needs: 'task:work',
  input: { taskId: id, agentId: text, epoch: z.int(), error: longText },
  output: TaskView,
  rest: { method: 'POST', path: '/agent-tasks/{taskId}/fail', tag: 'Agents' },
  run: fail,
});
