/**
 * Tasks: calls that are answered with a handle instead of a result (extension `io.modelcontextprotocol/tasks`, revision
 * 2026-07-28). The server alone decides which call becomes one, and only for a caller that declares the extension.
 *
 * There are three ways to make one. `task: 'optional'` on a tool runs every call of it in the background; with
 * `task: 'by-handler'` its handler returns `inBackground` where it wants to; `asTask` names a task that lives elsewhere (a job file, a workflow run) and is asked
 * for through the server's `TaskPort`. The first two live in this process and end with it.
 */
import type { InputRequests } from '@modelcontextprotocol/server';

import type { Fault } from '../fault.js';
import type { ProgressUpdate } from '../progress/progress-update.js';
import type { OperationOutcome } from './operation.js';
import type { CallContext, OperationContext } from './operation-context.js';

/**
 * `optional` makes every call a task, and runs in the foreground for callers that know none; `required` refuses these;
 * `by-handler` leaves it to the handler, call by call.
 */
export type TaskSupport = 'optional' | 'required' | 'by-handler';

/** What is known about every task. Times are ISO 8601. */
export interface TaskFacts {
  /** Whoever knows it may not yet ask for it: the port decides by the caller's identity. Must be hard to guess. */
  readonly taskId: string;
  /** The tool whose call it is, by its defined name. */
  readonly tool: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** For how long after its creation the task is kept for certain; null for no limit. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
  /** For a person or a model; the message of the progress when left out. */
  readonly statusMessage?: string;
  /** Travels under `_meta["io.quadrivium/progress"]`, because tasks have no progress notifications. */
  readonly progress?: ProgressUpdate;
}

/** A task in the words of whoever keeps it; the gate turns outcome and fault into what the tool's call would have been. */
export type TaskState = TaskFacts &
  (
    | { readonly status: 'working' | 'cancelled' }
    | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
    /** What the tool would have returned: its value, or a `reply`. */
    | { readonly status: 'completed'; readonly outcome: unknown }
    /** Leaves through the server's error profile: as an `isError` result, or as the JSON-RPC error of the task. */
    | { readonly status: 'failed'; readonly fault: Fault }
  );

/** Where the tasks named by `asTask` are kept. A task of somebody else is one that does not exist. */
export interface TaskPort {
  get(taskId: string, context: CallContext): TaskState | undefined | Promise<TaskState | undefined>;
  /** Asks for a stop; the work may go on for a while or end in another way. Called for tasks that are not over. */
  cancel(taskId: string, context: CallContext): void | Promise<void>;
  /** Takes answers to `inputRequests`, untrusted; keys that are not asked for (any more) are to be ignored. */
  update?(
    taskId: string,
    inputResponses: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): void | Promise<void>;
}

/** Build it with `asTask`. */
export class TaskReply {
  readonly state: TaskState;

  constructor(state: TaskState) {
    this.state = state;
  }
}

/** Answers a call with a task that exists: the port must find it from now on. Only where `client.acceptsTasks`. */
export function asTask(state: TaskState): TaskReply {
  return new TaskReply(state);
}

type Work<Data> = (context: OperationContext) => OperationOutcome<Data> | Promise<OperationOutcome<Data>>;

/** Build it with `inBackground`. */
export class BackgroundWork<Data = unknown> {
  readonly work: Work<Data>;

  constructor(work: Work<Data>) {
    this.work = work;
  }
}

/**
 * The rest of a call as a task, or in the foreground for a caller that knows no tasks. The work must use the context it
 * is given: the caller's request is over by then.
 */
export function inBackground<Data>(work: Work<Data>): BackgroundWork<Data> {
  return new BackgroundWork(work);
}
