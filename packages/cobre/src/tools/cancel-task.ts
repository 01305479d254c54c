import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { TaskRegistry } from '../service/runs/task-registry.js';
import { taskId } from './get-task-status.js';
import { taskRecord } from './task-record.js';

export const cancelTaskTool = (tasks: TaskRegistry) =>
  operation({
    name: 'cobre/cancel-task',
    title: 'Cancel a background run',
    description:
      'Asks a run in the background to stop after the iteration or scenario at hand and returns its state at this moment; ask cobre/get-task-status until it is partial. What was reached is kept and can be resumed.',
    effect: 'destructive',
    idempotent: true,
    timeoutMs: 5_000,
    input: z.strictObject({ task_id: taskId }),
    output: taskRecord,
    run: ({ task_id }, { files }) => tasks.cancel(files, task_id),
  });
