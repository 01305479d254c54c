import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { TaskRegistry } from '../service/runs/task-registry.js';
import { taskRecord } from './task-record.js';

export const taskId = z.string().describe('What cobre/run returned for a run in the background');

export const getTaskStatusTool = (tasks: TaskRegistry) =>
  operation({
    name: 'cobre/get-task-status',
    title: 'Status of a background run',
    description:
      'How far a run in the background is, and its result once it is over. Tasks are kept beside their results, so a server that was restarted still knows them.',
    effect: 'read',
    timeoutMs: 5_000,
    input: z.strictObject({ task_id: taskId }),
    output: taskRecord,
    run: ({ task_id }, { files }) => tasks.status(files, task_id),
  });
