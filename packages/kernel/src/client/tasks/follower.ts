/**
 * Follows a task of the server to its end by asking again and again, as the tasks extension has it: at the pace the
 * server asks for, answering its questions, and telling it when nobody wants the result any more. Servers of 2025-11-25 give
 * the result of a task in a request of its own, and ask their questions while that request waits.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import type { CallControls, RequestControls, ServerRequestHandlers } from '../config/options.js';
import { connectionFault, isConnectionFault, isPassingFault } from '../faults.js';
import { Deadline, Expired } from '../link/deadline.js';

import { FOREVER_MS } from '../link/link.js';
import type { Ask, Requester } from '../link/requester.js';
import { answerQuestions } from './answers.js';
import { isOver, type TaskNews, taskNews } from './news.js';

const DEFAULT_INTERVAL_MS = 1_000;
const SHORTEST_INTERVAL_MS = 20;
const LONGEST_INTERVAL_MS = 60_000;
/** Asking again does no harm, so a connection that fails for a moment does not cost the result of an hour. */
const MAX_LOST_POLLS = 5;
const CANCEL_MS = 5_000;

/** How long a server of 2025-11-25 may take to put its question to somebody who does not want to wait. */
const QUESTION_MS = 10_000;

type Followed = { readonly result: JsonObject } | { readonly task: TaskNews };

interface Following {
  readonly controls: CallControls;
  readonly patienceMs: number;
  readonly deadline: Deadline;
  /** Aborted when nobody follows any more. */
  readonly signal: AbortSignal;
}

export class TaskFollower {
  readonly #requester: Requester;
  readonly #handlers: ServerRequestHandlers;
  readonly #era: () => 'legacy' | 'modern';

  constructor(requester: Requester, handlers: ServerRequestHandlers, era: () => 'legacy' | 'modern') {
    this.#requester = requester;
    this.#handlers = handlers;
    this.#era = era;
  }

  async get(taskId: string, controls: RequestControls = {}): Promise<TaskNews> {
    const ask = { phase: 'call', method: 'tasks/get', subject: `task ${taskId}`, params: { taskId } } as const;
    const news = taskNews(await this.#requester.send(ask, controls));
    if (news === undefined) throw this.#requester.fault(new Error('the answer is no task'), ask);
    return news;
  }

  async cancel(taskId: string, controls: RequestControls = {}): Promise<void> {
    const ask = { phase: 'call', method: 'tasks/cancel', subject: `task ${taskId}`, params: { taskId } } as const;
    await this.#requester.send(ask, controls);
  }

  /** The result of the call behind the task, as the server would have sent it at once. */
  async result(first: TaskNews, subject: string, controls: CallControls): Promise<JsonObject> {
    const end = await this.follow(first, subject, controls, Number.POSITIVE_INFINITY);
    if ('task' in end) throw new Error('Whoever waits without an end is not told before it.');
    return end.result;
  }

  /** The same, unless the task cannot be asked for again within the patience; then the task, which goes on. */
  async follow(first: TaskNews, subject: string, controls: CallControls, patienceMs: number): Promise<Followed> {
    const deadline = new Deadline({ silentMs: FOREVER_MS, totalMs: controls.maxTotalMs, signal: controls.signal });
    const over = new AbortController();
    const ask: Ask = { phase: 'call', method: 'tasks/get', subject };
    try {
      return await deadline.race(this.#end(first, ask, { controls, patienceMs, deadline, signal: over.signal }));
    } catch (error) {
      // Whoever waits for a while only may leave, and the task goes on.
      if (error instanceof Expired && patienceMs === Number.POSITIVE_INFINITY)
        void this.cancel(first.taskId, { timeoutMs: CANCEL_MS }).catch(() => undefined);
      throw this.#requester.fault(error, ask);
    } finally {
      over.abort();
      deadline.dispose();
    }
  }

  async #end(first: TaskNews, ask: Ask, following: Following): Promise<Followed> {
    const last = await this.#last(first, following);
    if (this.#isKeptApart(last)) return this.#payload(last, following);
    return isOver(last) ? { result: this.#resultOf(last, ask) } : { task: last };
  }

  /** The state in which the task ended. Asked for at least once: the answer to a call leaves out result and questions. */
  async #last(first: TaskNews, following: Following): Promise<TaskNews> {
    const { controls, patienceMs, signal } = following;
    const answered = new Set<string>();
    let news = first;
    let until = performance.now() + patienceMs;
    tell(news, undefined, controls);
    for (let lost = 0; !signal.aborted; ) {
      // A question is put however little patience there is: the task waits for it, and nobody else would put it.
      const hasAnswered = await this.#answer(news, answered, following);
      if (hasAnswered) until = performance.now() + patienceMs;
      const pause = hasAnswered ? SHORTEST_INTERVAL_MS : intervalOf(news);
      if (!isOver(news) && !hasAnswered && performance.now() + pause > until) break;
      if (!isOver(news)) await sleep(pause, undefined, { signal });
      const next = await this.#poll(news.taskId, controls, lost);
      lost = next === undefined ? lost + 1 : 0;
      if (next === undefined) continue;
      tell(next, news, controls);
      news = next;
      if (isOver(news) || this.#isKeptApart(news)) break;
    }
    return news;
  }

  /** Whether the result, or what is asked before it, comes by a request of its own. */
  #isKeptApart({ status }: TaskNews): boolean {
    return this.#era() === 'legacy' && (status === 'completed' || status === 'failed' || status === 'input_required');
  }

  /**
   * Answered when the task is over, however long that takes; meanwhile the server may ask. Whoever has little patience still hears
   * the question, and the clock stands while it is answered.
   */
  async #payload({ taskId, status }: TaskNews, following: Following): Promise<Followed> {
    const { controls, patienceMs, signal } = following;
    const ask = { phase: 'call', method: 'tasks/result', subject: `task ${taskId}`, params: { taskId } } as const;
    const maxTotalMs =
      status === 'input_required' ? Math.min(FOREVER_MS, Math.max(patienceMs, QUESTION_MS)) : FOREVER_MS;
    try {
      return {
        result: await this.#requester.send(ask, { ...timing(controls), timeoutMs: FOREVER_MS, maxTotalMs, signal }),
      };
    } catch (fault) {
      if (maxTotalMs === FOREVER_MS || !isConnectionFault(fault, 'CallTimeout')) throw fault;
      const now = await this.get(taskId, timing(controls));
      return isOver(now) ? this.#end(now, { ...ask, method: 'tasks/get' }, following) : { task: now };
    }
  }

  async #poll(taskId: string, controls: CallControls, lost: number): Promise<TaskNews | undefined> {
    try {
      return await this.get(taskId, timing(controls));
    } catch (fault) {
      if (!isPassingFault(fault) || lost >= MAX_LOST_POLLS) throw fault;
      return undefined;
    }
  }

  /** True when the server was told something new; then it has something new to say. */
  async #answer(news: TaskNews, answered: Set<string>, { controls, deadline, signal }: Following): Promise<boolean> {
    const { taskId, status, raw } = news;
    const asked = status === 'input_required' && isObject(raw.inputRequests) ? raw.inputRequests : {};
    const fresh = Object.entries(asked).filter(([key]) => !answered.has(key));
    if (fresh.length === 0) return false;
    deadline.hold();
    const inputResponses = await answerQuestions(fresh, this.#handlers, signal).finally(() => deadline.resume());
    // Whoever has left meanwhile has answered nothing; the question stays open.
    if (signal.aborted) return false;
    if (Object.keys(inputResponses).length === 0) throw unanswerable(taskId, fresh);
    for (const key of Object.keys(inputResponses)) answered.add(key);
    const params = { taskId, inputResponses };
    const ask = { phase: 'call', method: 'tasks/update', subject: `task ${taskId}`, params } as const;
    await this.#requester.send(ask, timing(controls));
    return true;
  }

  #resultOf({ status, statusMessage, taskId, raw }: TaskNews, ask: Ask): JsonObject {
    if (status === 'completed' && isObject(raw.result)) return raw.result;
    if (status === 'failed' && isObject(raw.error)) {
      const { code, message, data } = raw.error;
      throw this.#requester.fault(ProtocolError.fromError(Number(code), String(message), data), ask);
    }
    if (status !== 'cancelled') throw this.#requester.fault(new Error('the task ended without a result'), ask);
    const reason = statusMessage === undefined ? '' : ` ${statusMessage}`;
    throw connectionFault('Cancelled', `${ask.subject} was cancelled at the server.${reason}`, { context: { taskId } });
  }
}

function tell(news: TaskNews, before: TaskNews | undefined, { onTask, onProgress }: CallControls): void {
  onTask?.(news);
  if (news.progress !== undefined && news.progress.progress !== before?.progress?.progress) onProgress?.(news.progress);
}

function intervalOf({ pollIntervalMs = DEFAULT_INTERVAL_MS }: TaskNews): number {
  return Math.max(SHORTEST_INTERVAL_MS, Math.min(pollIntervalMs, LONGEST_INTERVAL_MS));
}

/** The caller's own signal and limit end the following, not the single question. */
function timing({ timeoutMs, meta }: CallControls): CallControls {
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(meta === undefined ? {} : { meta }) };
}

function unanswerable(taskId: string, asked: readonly [string, unknown][]) {
  const methods = asked.map(([, request]) => (isObject(request) ? request.method : undefined));
  return connectionFault('Unsupported', `Task ${taskId} asks for something that nobody here answers.`, {
    context: { taskId, methods },
    suggestion: 'Connect with handlers for what the server may ask.',
  });
}
