/**
 * Runs that outlive the call that started them. Everything known about a task is in a file beside its results, so that
 * another process can say what became of it; the id carries the directory, so that no register is needed to find it.
 */

import { dirname, join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';

import type { Files } from '../files/files.js';
import type { CaseRunner, RunRequest } from './case-runner.js';
import { askToStop } from './lock/ask-to-stop.js';
import { type ProcessIdentity, processIdentity, standingOf, thisProcess } from './lock/process-identity.js';
import type { FaultRecord } from './run-messages.js';
import { progressOf, type RunProgress } from './run-progress.js';
import { type TaskRecord, taskRecord } from './task-record.js';

interface StoredTask extends TaskRecord {
  /** Who works on it; a process that is gone will not finish it. */
  readonly owner: ProcessIdentity;
  readonly run_id: string;
}

export interface TaskRegistryOptions {
  readonly now: () => string;
  readonly newName: () => string;
}

/** Files are written this often at most while a run goes on. */
const saveIntervalMs = 1000;

export class TaskRegistry {
  readonly #runner: CaseRunner;
  readonly #options: TaskRegistryOptions;
  readonly #process = thisProcess();
  readonly #running = new Map<
    string,
    { readonly stop: () => void; record: StoredTask; readonly done: Promise<void> }
  >();

  constructor(runner: CaseRunner, options: TaskRegistryOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  /** Starts a run and returns as soon as it is under way. */
  async start(files: Files, request: Omit<RunRequest, 'onEvent'>): Promise<TaskRecord> {
    const step = progressOf();
    let report = (_: RunProgress): void => {};
    const run = await this.#runner.start(files, {
      ...request,
      onEvent(event, limit) {
        const progress = step(event, limit);
        if (progress) report(progress);
      },
    });
    const now = this.#options.now();
    const record: StoredTask = {
      task_id: `${this.#options.newName()}~${Buffer.from(run.output_dir).toString('base64url')}`,
      status: 'running',
      case_dir: run.case_dir,
      output_dir: run.output_dir,
      started_at: now,
      updated_at: now,
      progress: null,
      result: null,
      error: null,
      owner: this.#process,
      run_id: run.run_id,
    };
    const file = new TaskFile(files, record, this.#options.now);
    report = (progress) => file.note({ progress });
    try {
      await file.save();
    } catch (cause) {
      run.stopAtOnce();
      throw cause;
    }
    const done = run.result
      .then(
        (result) => file.close({ status: result.status, result }),
        (error) => file.close({ status: 'failed', error: recordOf(error) }),
      )
      .finally(() => this.#running.delete(record.task_id));
    const entry = {
      stop: () => run.stopAtOnce(),
      done,
      get record() {
        return file.record;
      },
    };
    this.#running.set(record.task_id, entry);
    return shown(record);
  }

  /** What is known about a task, of this process or of an earlier one. */
  async status(files: Files, taskId: string): Promise<TaskRecord> {
    const running = this.#running.get(taskId);
    if (running) return shown(running.record);
    const stored = await readTask(files, taskId);
    return shown(this.#isLost(stored) ? { ...stored, status: 'interrupted' } : stored);
  }

  /** Asks a task to stop, also one of another process; one that is over stays as it is. */
  async cancel(files: Files, taskId: string): Promise<TaskRecord> {
    const running = this.#running.get(taskId);
    if (running) running.stop();
    else await this.#cancelElsewhere(files, taskId);
    return this.status(files, taskId);
  }

  async #cancelElsewhere(files: Files, taskId: string): Promise<void> {
    const stored = await readTask(files, taskId);
    if (stored.status !== 'running' || this.#isLost(stored)) return;
    await askToStop(files, dirname(dirname(taskPath(taskId))), stored.run_id);
  }

  /** Nobody works on it any more, and nobody wrote how it ended. Files of earlier versions name no owner. */
  #isLost({ status, owner }: StoredTask): boolean {
    if (status !== 'running') return false;
    const known = processIdentity.safeParse(owner);
    if (!known.success) return true;
    const ours = known.data.pid === this.#process.pid && known.data.began === this.#process.began;
    return ours || standingOf(known.data, this.#process) === 'gone';
  }

  /** Resolves when no task runs and everything about them is written. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}

/** The file of a task: the latest state is saved now and then, the last one for certain. */
class TaskFile {
  readonly #files: Files;
  readonly #now: () => string;
  #record: StoredTask;
  #savedAt = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(files: Files, record: StoredTask, now: () => string) {
    this.#files = files;
    this.#record = record;
    this.#now = now;
  }

  get record(): StoredTask {
    return this.#record;
  }

  note(change: Partial<StoredTask>): void {
    this.#record = { ...this.#record, ...change, updated_at: this.#now() };
    if (performance.now() - this.#savedAt < saveIntervalMs) return;
    // A state that could not be saved is followed by others; the last one is awaited.
    this.#saving = this.#saving.then(() => this.save()).catch(() => {});
    this.#savedAt = performance.now();
  }

  /** What is told about the end is already on disk. */
  async close(change: Partial<StoredTask>): Promise<void> {
    const last = { ...this.#record, ...change, updated_at: this.#now() };
    await this.#saving;
    await this.save(last);
    this.#record = last;
  }

  async save(record: StoredTask = this.#record): Promise<void> {
    const path = taskPath(record.task_id);
    await this.#files.mkdir(dirname(path));
    await this.#files.writeFileAtomic(path, `${JSON.stringify(record, null, 2)}\n`);
    this.#savedAt = performance.now();
  }
}

function taskPath(taskId: string): string {
  const [, name, encoded] = /^([A-Za-z0-9-]{1,64})~([A-Za-z0-9_-]{1,8192})$/.exec(taskId) ?? [];
  if (name === undefined || encoded === undefined) throw noTask(taskId);
  return join(Buffer.from(encoded, 'base64url').toString('utf8'), 'tasks', `${name}.json`);
}

async function readTask(files: Files, taskId: string): Promise<StoredTask> {
  const path = taskPath(taskId);
  await files.resolveNew(path);
  if (!(await files.exists(path))) throw noTask(taskId);
  if ((await files.stat(path)).size > largestTaskFile) throw damagedTask(taskId, 'it is too large for one');
  const stored = parsed((await files.readFile(path)).toString('utf8'));
  if (stored === null) throw damagedTask(taskId, 'it does not say what a task says');
  if (stored.task_id !== taskId) throw noTask(taskId);
  return stored;
}

/** Files of tasks are read by the server itself, so they have to be small: a run writes some kilobytes. */
const largestTaskFile = 1024 * 1024;

/** Null for what is no file of a task. Files of earlier versions name no owner; such a task is taken for lost. */
function parsed(text: string): StoredTask | null {
  try {
    const stored: unknown = JSON.parse(text);
    return isObject(stored) && taskRecord.safeParse(told(stored)).success ? (stored as unknown as StoredTask) : null;
  } catch {
    return null;
  }
}

function told({ owner: _, run_id: __, ...record }: Readonly<Record<string, unknown>>): object {
  return record;
}

function damagedTask(taskId: string, detail: string): Fault<'OutputCorrupted'> {
  return new Fault('OutputCorrupted', `The file of this task cannot be read: ${detail}`, {
    context: { file: 'tasks/*.json', task_id: taskId.slice(0, 200), detail },
    suggestion: 'What the run left is in its output directory all the same; ask for its results there.',
  });
}

function shown({ owner: _, run_id: __, ...record }: StoredTask): TaskRecord {
  return record;
}

function recordOf(error: unknown): FaultRecord {
  if (error instanceof Fault) return error.toRecord();
  return {
    kind: 'InternalError',
    message: error instanceof Error ? error.message : String(error),
    context: {},
    suggestion: 'This is a defect of the server; please report it.',
  };
}

function noTask(taskId: string): Fault<'OutputNotFound'> {
  return new Fault('OutputNotFound', 'There is no such task', {
    context: { task_id: taskId.slice(0, 200), expected_content: 'tasks/*.json' },
    suggestion: 'Give the task_id that cobre/run returned for a run in the background.',
  });
}
