import { isObject, type JsonObject } from '../../essentials/is-object.js';
import type { Progress } from '../results/progress.js';

/** What a server of 2025-11-25 says of a tool whose calls may or must be made as tasks. */
export type TaskSupport = 'optional' | 'required';

export function taskSupportOf(execution: unknown): TaskSupport | undefined {
  const { taskSupport } = isObject(execution) ? execution : {};
  return taskSupport === 'optional' || taskSupport === 'required' ? taskSupport : undefined;
}

const STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

export type TaskStatus = (typeof STATUSES)[number];

/** What a server says about a task. Keep the id: another process can ask with it, for as long as the server keeps it. */
export interface TaskNews {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** Present where the server tells it; the extension itself has no place for numbers. */
  readonly progress?: Progress;
  readonly createdAt?: string;
  readonly lastUpdatedAt?: string;
  /** For how long after its creation the task is kept; null for no limit. */
  readonly ttlMs?: number | null;
  readonly pollIntervalMs?: number;
  /** All of it, exactly as the server sent it. */
  readonly raw: JsonObject;
}

export function isTask(raw: JsonObject): boolean {
  return raw.resultType === 'task' || (isObject(raw.task) && typeof raw.task.taskId === 'string');
}

/**
 * Undefined when it is no task that could be followed: without an id, or in a state nobody knows. In 2025-11-25 the answer to a
 * call holds the task as a member, and its times have other names.
 */
export function taskNews(answer: JsonObject): TaskNews | undefined {
  const raw = isObject(answer.task) ? answer.task : answer;
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = raw;
  const { ttlMs = raw.ttl, pollIntervalMs = raw.pollInterval } = raw;
  const known = STATUSES.find((each) => each === status);
  if (typeof taskId !== 'string' || known === undefined) return undefined;
  const progress = progressIn(raw._meta);
  return {
    taskId,
    status: known,
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
    ...(progress === undefined ? {} : { progress }),
    ...(typeof createdAt === 'string' ? { createdAt } : {}),
    ...(typeof lastUpdatedAt === 'string' ? { lastUpdatedAt } : {}),
    ...(typeof ttlMs === 'number' || ttlMs === null ? { ttlMs } : {}),
    ...(typeof pollIntervalMs === 'number' ? { pollIntervalMs } : {}),
    raw,
  };
}

export function isOver({ status }: TaskNews): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Our servers put the latest progress under a `_meta` key, because tasks have no progress notifications. */
function progressIn(meta: unknown): Progress | undefined {
  const found = isObject(meta) ? Object.entries(meta).find(([key]) => key.endsWith('/progress'))?.[1] : undefined;
  if (!isObject(found) || typeof found.progress !== 'number') return undefined;
  return {
    progress: found.progress,
    ...(typeof found.total === 'number' ? { total: found.total } : {}),
    ...(typeof found.message === 'string' ? { message: found.message } : {}),
    metadata: isObject(found.metadata) ? found.metadata : {},
  };
}
