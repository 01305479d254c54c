/**
 * Tasks that this process runs itself. They belong to the caller that started them, go on when it disconnects, are kept
 * for a while after their end, and are gone with the process.
 */
import { newSecret } from '../essentials/index.js';
import { Fault } from '../fault.js';
import { type Identity, isSameCaller } from '../identity.js';
import { RunningTask, type TaskTurn } from './running-task.js';
import { isOver, type TaskRecord } from './task-record.js';

export interface TaskLimits {
  /** How long a finished task can be asked for; an hour when left out. */
  readonly keepMs?: number;
  /** Tasks that may be under way at once. */
  readonly maxRunning?: number;
  /** Tasks that are remembered; the ones that ended first are forgotten first. */
  readonly maxKept?: number;
  /** How often callers are told to ask. */
  readonly pollIntervalMs?: number;
}

const defaults = { keepMs: 3_600_000, maxRunning: 256, maxKept: 10_000, pollIntervalMs: 1000 };

export interface TaskOrder {
  readonly tool: string;
  readonly owner: Identity;
  /** One stretch of work: until the end, or until something must be asked. */
  readonly turn: TaskTurn;
  /** Told when it ends while it waits for answers, without a further turn. */
  readonly dropped: () => void;
}

export class TaskBook {
  readonly #limits: Required<TaskLimits>;
  readonly #clock: () => number;
  readonly #tasks = new Map<string, { readonly owner: Identity; readonly task: RunningTask }>();

  constructor(limits: TaskLimits, clock: () => number) {
    this.#limits = { ...defaults, ...limits };
    this.#clock = clock;
  }

  /** Starts the work in the next turn of the event loop, so that the caller hears of the task first. */
  open({ tool, owner, turn, dropped }: TaskOrder): TaskRecord {
    this.#forget();
    const running = [...this.#tasks.values()].filter(({ task }) => !isOver(task.record)).length;
    if (running >= this.#limits.maxRunning) throw tooMany(running);
    const { pollIntervalMs, keepMs } = this.#limits;
    const task = new RunningTask({
      taskId: newSecret(16, 'hex'),
      tool,
      pollIntervalMs,
      keepMs,
      clock: this.#clock,
      turn,
      dropped,
    });
    this.#tasks.set(task.record.taskId, { owner, task });
    setImmediate(() => task.start());
    return task.record;
  }

  find(taskId: string, caller: Identity): RunningTask | undefined {
    this.#forget();
    const entry = this.#tasks.get(taskId);
    return entry !== undefined && isSameCaller(entry.owner, caller) ? entry.task : undefined;
  }

  /** Asks everything to stop, because the process is about to leave. */
  endAll(): void {
    for (const { task } of this.#tasks.values()) task.cancel('The server is shutting down.');
  }

  /** Entries stand in the order of their creation, which is close enough to that of their end. */
  #forget(): void {
    const now = this.#clock();
    let surplus = this.#tasks.size - this.#limits.maxKept;
    for (const [taskId, { task }] of this.#tasks) {
      if (!isOver(task.record)) continue;
      if (surplus <= 0 && task.endedAtMs + this.#limits.keepMs > now) continue;
      this.#tasks.delete(taskId);
      surplus -= 1;
    }
  }
}

function tooMany(running: number): Fault<'TooManyTasks'> {
  return new Fault('TooManyTasks', `${running} tasks are under way; no further one is started.`, {
    context: { running },
    suggestion: 'Wait for one to finish, or cancel one with tasks/cancel.',
  });
}
