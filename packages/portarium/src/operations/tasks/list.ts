import * as z from 'zod';
import { TaskView } from '../../answers/agents.js';
import { listOf } from '../../answers/said.js';
import { listTasks as list } from '../../app/runs/tasks.js';
import { taskStates } from '../../domain/agent.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listTasks = define({
  name: 'portarium_task_list',
  title: 'List tasks',
  description: 'List tasks for agents',
  effect: 'read',
  needs: 'run:read',
  input: { runId: z.string().optional(), state: z.enum(taskStates).optional() },
  output: listOf(TaskView),
  rest: { method: 'GET', path: '/agent-tasks', tag: 'Agents' },
  run: (deps, caller, request) => items(list(deps, caller, request)),
});
