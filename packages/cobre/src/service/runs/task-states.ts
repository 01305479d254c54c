/** Runs in the background in the words of the protocol's tasks (revision 2026-07-28). */
import type { TaskFacts, TaskPort, TaskState } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import type { TaskRecord } from './task-record.js';
import type { TaskRegistry } from './task-registry.js';

/** Whoever follows a run need not look more often than its file is written. */
const pollIntervalMs = 1000;

export function taskState(task: TaskRecord): TaskState {
  const facts: TaskFacts = {
    taskId: task.task_id,
    tool: 'cobre/run',
    createdAt: task.started_at,
    lastUpdatedAt: task.updated_at,
    // The file lies beside the results and stays as long as they do.
    ttlMs: null,
    pollIntervalMs,
    ...(task.progress ? { progress: task.progress, statusMessage: task.progress.message } : {}),
  };
  switch (task.status) {
    case 'running':
      return { ...facts, status: 'working' };
    case 'failed':
      return { ...facts, status: 'failed', fault: faultOf(task) };
    case 'interrupted':
      return { ...facts, status: 'failed', fault: interrupted(task) };
    default:
      return { ...facts, status: 'completed', outcome: task.result };
  }
}

/** Tasks of this server: those it runs, and those that are on disk. One that may not be seen does not exist. */
export function taskPort(tasks: TaskRegistry): TaskPort {
  return {
    async get(taskId, { files }) {
      const task = await tasks.status(files, taskId).catch(absent);
      return task === undefined ? undefined : taskState(task);
    },
    async cancel(taskId, { files }) {
      await tasks.cancel(files, taskId);
    },
  };
}

function absent(cause: unknown): undefined {
  if (cause instanceof Fault) return undefined;
  throw cause;
}

function faultOf({ error }: TaskRecord): Fault {
  const { kind = 'InternalError', message = 'The run failed.', context = {}, suggestion } = error ?? {};
  return new Fault(kind, message, { context, ...(suggestion ? { suggestion } : {}) });
}

function interrupted({ output_dir, case_dir }: TaskRecord): Fault<'RunInterrupted'> {
  return new Fault('RunInterrupted', `The server of this run ended before it did; see ${output_dir}`, {
    context: { case_dir, output_dir },
    suggestion: 'Run the case again, with policy.mode "resume" to go on from its last checkpoint.',
  });
}
