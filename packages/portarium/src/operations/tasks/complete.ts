import * as z from 'zod';
import { TaskView } from '../../answers/agents.js';
import { completeTask as complete } from '../../app/runs/tasks.js';
import { define } from '../define.js';
import { id, text } from '../fields.js';

export const completeTask = define({
  name: 'portarium_task_complete',
  title: 'Complete a task',
  description: 'Hand in the result of a task; an old epoch is refused',
  effect: 'write',
  needs: 'task:work',
  input: { taskId: id, agentId: text, epoch: z.int(), result: z.unknown().optional() },
  output: TaskView,
  rest: { method: 'POST', path: '/agent-tasks/{taskId}/complete', tag: 'Agents' },
  run: complete,
});
