/** A server whose tools become tasks in every way there is. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';

import {
  asTask,
  Fault,
  type Identity,
  inBackground,
  inputRequired,
  type Operation,
  operation,
  type ServerDefinition,
  type TaskPort,
  type TaskState,
  toolErrorProfile,
} from '../../src/index.js';

/** Counts until it is told to stop; then it returns what it has, or gives up. */
const count = operation({
  name: 'kitchen/count',
  title: 'Count',
  description: 'Counts, slowly.',
  effect: 'read',
  task: 'optional',
  input: z.strictObject({ to: z.int(), everyMs: z.int().default(10), keep: z.boolean().default(false) }),
  output: z.object({ reached: z.int() }),
  async run({ to, everyMs, keep }, { progress, signal }) {
    for (let reached = 1; reached <= to; reached += 1) {
      if (signal.aborted && keep) return { reached: reached - 1 };
      signal.throwIfAborted();
      progress.report({ progress: reached, total: to, message: `at ${reached}`, metadata: { reached } });
      await sleep(everyMs);
    }
    return { reached: to };
  },
});

const failing = (name: string, task: 'optional' | 'required', error: () => Error): Operation =>
  operation({
    name,
    title: name,
    description: 'Fails.',
    effect: 'read',
    task,
    input: z.strictObject({}),
    run() {
      throw error();
    },
  });

const sorry = () => new Fault('Burnt', 'The cake is burnt.', { context: { token: 'sk-ant-REDACTED' } });
const broken = () => new ProtocolError(ProtocolErrorCode.InternalError, 'The oven is broken.', { oven: 1 });

const form = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  });

/** Asks under the same name twice, and for two things the second time. */
const interview = operation({
  name: 'kitchen/interview',
  title: 'Interview',
  description: 'Asks two rounds of questions.',
  effect: 'read',
  task: 'optional',
  input: z.strictObject({}),
  output: z.object({ heard: z.array(z.unknown()) }),
  run(_, { client: { inputResponses, requestState } }) {
    const words = Object.entries(inputResponses ?? {}).map(([key, response]) => [key, wordIn(response)]);
    if (requestState === 'second') return { heard: words };
    if (inputResponses === undefined)
      return inputRequired({ inputRequests: { word: form('First?') }, requestState: 'first' });
    const inputRequests = { word: form('Second?'), other: form('And another?') };
    return inputRequired({ inputRequests, requestState: 'second' });
  },
});

function wordIn(response: unknown): unknown {
  return (response as { content?: { word?: unknown } }).content?.word;
}

const sometimes = operation({
  name: 'kitchen/sometimes',
  title: 'Sometimes',
  description: 'Answers at once when it is little, and later when it is much.',
  effect: 'read',
  task: 'by-handler',
  input: z.strictObject({ much: z.boolean() }),
  output: z.object({ much: z.boolean() }),
  run: ({ much }) => (much ? inBackground(async () => ({ much })) : { much }),
});

/** A job that somebody else keeps; it ends when the test says so. */
const job = (jobs: Jobs) =>
  operation({
    name: 'kitchen/job',
    title: 'Job',
    description: 'A job that is kept elsewhere.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ done: z.literal(true) }),
    run: (_, { client, identity }) => (client.acceptsTasks ? asTask(jobs.start(identity)) : { done: true as const }),
  });

/** Where jobs are kept: a stand-in for a job file or a table, which another process may read as well. */
export class Jobs implements TaskPort {
  readonly #jobs = new Map<string, { readonly owner: string; state: TaskState }>();

  start(owner: Identity): TaskState {
    const now = new Date(0).toISOString();
    const facts = { tool: 'kitchen/job', createdAt: now, lastUpdatedAt: now, ttlMs: null, pollIntervalMs: 20 };
    const state: TaskState = { taskId: randomUUID(), status: 'working', ...facts };
    this.#jobs.set(state.taskId, { owner: owner.subject, state });
    return state;
  }

  /** Every job that is under way goes on like this. */
  become(change: (state: TaskState) => TaskState): void {
    for (const entry of this.#jobs.values()) entry.state = change(entry.state);
  }

  get(taskId: string, { identity }: { readonly identity: Identity }): TaskState | undefined {
    const entry = this.#jobs.get(taskId);
    return entry?.owner === identity.subject ? entry.state : undefined;
  }

  cancel(taskId: string): void {
    const entry = this.#jobs.get(taskId);
    if (entry !== undefined) entry.state = { ...factsOf(entry.state), status: 'cancelled' };
  }

  update(taskId: string, inputResponses: Readonly<Record<string, unknown>>): void {
    const entry = this.#jobs.get(taskId);
    if (entry === undefined || inputResponses.go === undefined) return;
    entry.state = { ...factsOf(entry.state), status: 'completed', outcome: { done: true } };
  }
}

export function factsOf({ taskId, tool, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs = 20 }: TaskState) {
  return { taskId, tool, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

export const question = form;

export function taskKitchen(jobs = new Jobs()): ServerDefinition {
  return {
    name: 'task-kitchen',
    version: '1.0.0',
    operations: [
      count,
      failing('kitchen/burn', 'optional', sorry),
      failing('kitchen/break', 'optional', broken),
      failing('kitchen/only-tasks', 'required', sorry),
      interview,
      sometimes,
      job(jobs),
    ] as readonly Operation[],
    tasks: jobs,
    errorProfile: toolErrorProfile,
  };
}
