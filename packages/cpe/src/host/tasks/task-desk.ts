/**
 * Calls that became tasks and are not waited for. A model that waits inside a call for hours does nothing else, and may even wait
 * for a person who waits for it; so the call is put aside, the person is told, and whoever wants to know asks again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, TaskNews } from '@quadrivium/kernel/client';
import { Fault } from '../../faults.js';
import type { HostResult, HostTool } from '../tool-host.js';

export interface AsideTask {
  readonly server: string;
  readonly tool: string;
  readonly news: TaskNews;
}

export interface DeskSetup {
  readonly connect: (server: string) => Promise<Connection>;
  /** One line about a task, for whoever is there. */
  readonly tell: (news: string) => void;
}

const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;

export class TaskDesk {
  readonly #setup: DeskSetup;
  readonly #tasks = new Map<string, AsideTask>();
  readonly #leaving = new AbortController();

  constructor(setup: DeskSetup) {
    this.#setup = setup;
  }

  /** Those that were put aside here and are not read yet, as they stood when they were last asked for. */
  list(): readonly AsideTask[] {
    return [...this.#tasks.values()];
  }

  /** Puts a call aside; gives what the model is told instead of its result. */
  put({ server, name: tool }: Pick<HostTool, 'server' | 'name'>, news: TaskNews): HostResult {
    const { taskId, status, statusMessage } = news;
    const isNew = !this.#tasks.has(keyOf(server, taskId));
    this.#tasks.set(keyOf(server, taskId), { server, tool, news });
    const words = statusMessage === undefined ? '' : ` (${statusMessage})`;
    if (isNew) {
      this.#setup.tell(`${server}/${tool} goes on by itself, as task ${taskId}: ${status}${words}`);
      void this.#watch(server, tool, news);
    }
    const how = `read_task ${JSON.stringify({ server, task: taskId })}`;
    const text = `${server}/${tool} was started and goes on at its server as a task: ${status}${words}. It is not over, and must not be called again. Go on with something else, or tell the user and end; ${how} tells how it stands and gives the result when there is one.`;
    return { content: [{ type: 'text', text, note: true }], isError: false, structuredContent: undefined };
  }

  toolOf(server: string, taskId: string): string | undefined {
    return this.#tasks.get(keyOf(server, taskId))?.tool;
  }

  /** Its result was given to whoever wanted it. */
  forget(server: string, taskId: string): void {
    this.#tasks.delete(keyOf(server, taskId));
  }

  async cancel(server: string, taskId: string): Promise<void> {
    const connection = await this.#setup.connect(server);
    await connection.cancelTask(taskId);
    this.forget(server, taskId);
  }

  /** Nobody is told any more; the tasks go on. */
  close(): void {
    this.#leaving.abort();
  }

  /** Asks now and then, so that the end of a task is told although nobody asks for it. */
  async #watch(server: string, tool: string, first: TaskNews): Promise<void> {
    const { signal } = this.#leaving;
    let news = first;
    while (!signal.aborted) {
      await sleep(pauseOf(news), undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || !this.#tasks.has(keyOf(server, first.taskId))) return;
      const next = await this.#ask(server, tool, first.taskId);
      if (next === undefined || signal.aborted) continue;
      if (next.status !== news.status) this.#tell(tool, server, next);
      if (this.#tasks.has(keyOf(server, first.taskId)))
        this.#tasks.set(keyOf(server, first.taskId), { server, tool, news: next });
      if (['completed', 'failed', 'cancelled'].includes(next.status)) return;
      news = next;
    }
  }

  async #ask(server: string, tool: string, taskId: string): Promise<TaskNews | undefined> {
    try {
      return await (await this.#setup.connect(server)).task(taskId);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { isPassingFault } = await import('@quadrivium/kernel/client');
      // A server that is away for a while is asked again later; one that does not know the task any more never will.
      if (isPassingFault(error) || this.#leaving.signal.aborted) return undefined;
      if (this.#tasks.delete(keyOf(server, taskId)))
        this.#setup.tell(`task ${taskId} of ${server}/${tool} is lost (${error.message})`);
      return undefined;
    }
  }

  #tell(tool: string, server: string, { taskId, status, statusMessage }: TaskNews): void {
    const what = status === 'input_required' ? 'asks something; read_task puts it to you' : `is ${status}`;
    this.#setup.tell(`task ${taskId} of ${server}/${tool} ${what}${statusMessage ? ` (${statusMessage})` : ''}`);
  }
}

function keyOf(server: string, taskId: string): string {
  return JSON.stringify([server, taskId]);
}

function pauseOf({ pollIntervalMs = SOONEST_MS }: TaskNews): number {
  return Math.max(SOONEST_MS, Math.min(pollIntervalMs, LATEST_MS));
}
