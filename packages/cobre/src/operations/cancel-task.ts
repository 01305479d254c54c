import * as z from 'zod';
import { taskRecord } from '../service/runs/task-record.js';
import { operationOfThisProcess } from './operation.js';
import { taskId } from './shared-fields.js';

export const cancelTask = operationOfThisProcess({
  name: 'cobre/cancel-task',
  title: 'Cancel a background run',
  description:
    'Asks a run in the background to stop and returns its state at this moment; ask cobre/get-task-status until it is partial. Whole iterations and scenarios are kept and can be resumed; the one under way is dropped. A run of another server is asked as well; if that server does not answer, the call says so.',
  effect: 'destructive',
  idempotent: true,
  // Only the process that runs a task can stop it, and a command is another one.
  cli: false,
  timeoutMs: 10_000,
  input: z.strictObject({ task_id: taskId }),
  output: taskRecord,
  run: ({ task_id }, { app, files }) => app.tasks.cancel(files, task_id),
});
