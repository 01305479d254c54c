import type { CallToolResult, InputRequests } from '@modelcontextprotocol/server';

import { progressMetaKey } from '../progress/progress-sink.js';
import type { TaskFacts } from '../registry/task.js';

/** The JSON-RPC error a call would have been answered with. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A task as the wire tells it: results are encoded and redacted, failures have gone through the error profile. */
export type TaskRecord = TaskFacts &
  (
    | { readonly status: 'working' | 'cancelled' }
    | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
    | { readonly status: 'completed'; readonly result: CallToolResult }
    | { readonly status: 'failed'; readonly error: TaskError }
  );

export type Redact = (value: unknown) => unknown;

/** The answer to the call that became a task; what it will lead to is told by `tasks/get` alone. */
export function createdTask(record: TaskRecord, redact: Redact): CreatedTask {
  return { resultType: 'task', ...factsOf(record, redact) };
}

export interface CreatedTask extends Record<string, unknown> {
  readonly resultType: 'task';
  readonly taskId: string;
}

export function isCreatedTask(result: object): result is CreatedTask {
  return 'resultType' in result && result.resultType === 'task';
}

/** The answer to `tasks/get`. */
export function detailedTask(record: TaskRecord, redact: Redact): Record<string, unknown> {
  const { progress } = record;
  return {
    ...factsOf(record, redact),
    ...payloadOf(record, redact),
    ...(progress === undefined ? {} : { _meta: { [progressMetaKey]: redact(progress) } }),
  };
}

function factsOf(record: TaskRecord, redact: Redact) {
  const { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = record;
  const statusMessage = record.statusMessage ?? record.progress?.message;
  return {
    taskId,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage: String(redact(statusMessage)) }),
    createdAt,
    lastUpdatedAt,
    ttlMs,
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
  };
}

function payloadOf(record: TaskRecord, redact: Redact): Record<string, unknown> {
  if (record.status === 'input_required') return { inputRequests: redact(record.inputRequests) };
  // Exactly what the call would have been answered with, and every answer of this revision says what kind it is.
  if (record.status === 'completed') return { result: { ...record.result, resultType: 'complete' } };
  return record.status === 'failed' ? { error: record.error } : {};
}

export function isOver({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
