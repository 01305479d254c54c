import * as z from 'zod';
import { taskRecord } from '../service/runs/task-record.js';
import { operationOfThisProcess } from './operation.js';
import { taskId } from './shared-fields.js';

export const getTaskStatus = operationOfThisProcess({
  name: 'cobre/get-task-status',
  title: 'Status of a background run',
  description:
    'How far a run in the background is, and its result once it is over. Tasks are kept beside their results, so a server that was restarted still knows them.',
  effect: 'read',
  timeoutMs: 5_000,
  input: z.strictObject({ task_id: taskId }),
  output: taskRecord,
  run: ({ task_id }, { app, files }) => app.tasks.status(files, task_id),
});
