import { isAbsolute, join } from 'node:path';
import type { LoadedConfig } from '../../config/load.js';
import type { SubagentConfig } from '../../config/schema.js';
import { type EventDraft, EventSender } from '../../events/event-sender.js';
import { cpeFault, Fault } from '../../faults.js';
import type { ToolCache } from '../../host/cache/tool-cache.js';
import type { LoginStore } from '../../host/login/login-store.js';
import type { JsonObject } from '../../host/tool-host.js';
import type { AgentWatcher } from '../agent-event.js';
import { type AgentSession, openSession, type SessionWishes } from '../agent-session.js';
import type { AgentWorld } from '../agent-world.js';
import { Conversation, type MessageLog } from '../conversation/conversation.js';
import { CONVERSATION_FILE, ConversationStore } from '../conversation/conversation-store.js';
import { type UserMessage, userMessage } from '../dialog.js';
import { loadInputs } from '../inputs.js';
import type { AgentAnswer } from '../loop.js';
import { resolveModel } from '../resolve-model.js';
import { costOf } from '../usage/cost.js';
import { UsageMeter } from '../usage/usage-meter.js';
import { eventWatcher, reportedUsage } from './event-watcher.js';
import { FinalAnswer } from './final-answer.js';
import { childEnvironment, type Lineage, refuseTooDeep } from './lineage.js';

/** One call of the tool that is the subagent. */
export interface SubagentTask {
  readonly prompt: string;
  readonly inputs: readonly string[];
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Told about every event, for whoever called. */
  readonly watch: AgentWatcher;
}

export interface SubagentSetup {
  readonly loaded: LoadedConfig;
  readonly subagent: SubagentConfig;
  readonly world: AgentWorld;
  readonly lineage: Lineage;
  readonly maxSteps: number;
  readonly eventFailure: 'warn' | 'abort';
  readonly warn: (warning: string) => void;
  readonly onStderr: (server: string, text: string) => void;
  readonly logins?: LoginStore;
  readonly cache?: ToolCache;
  readonly wishes: Pick<SessionWishes, 'model' | 'frozen'>;
}

export interface SubagentAnswer {
  readonly text: string;
  /** Present when the subagent has an output schema. */
  readonly value?: unknown;
}

/** Runs the subagent once: its own servers, its own conversation, its own events. */
export async function runSubagent(setup: SubagentSetup, asked: SubagentTask): Promise<SubagentAnswer> {
  const { subagent, lineage, world } = setup;
  // Whoever called may stop it, and so may whoever stops this process.
  const spent = new UsageMeter();
  const task: SubagentTask = {
    ...asked,
    signal: AbortSignal.any([asked.signal, world.signal]),
    async watch(event) {
      spent.watch(event);
      await asked.watch(event);
    },
  };
  refuseTooDeep(lineage, subagent.name);
  const events = senderOf(setup, task.runId);
  const tell = async (draft: EventDraft): Promise<void> => events?.send(draft);
  await tell({ type: 'subagent_start', payload: task.prompt });
  try {
    const { answer: _answer, ...result } = await work(setup, task, events);
    await tell({ type: 'subagent_end', isError: false, ...billOf(setup, spent) });
    return result;
  } catch (error) {
    // The end of a run that failed anyway must not hide why it failed.
    const payload = (error as Error).message;
    await tell({ type: 'subagent_end', isError: true, payload, ...billOf(setup, spent) }).catch(() => undefined);
    throw error;
  } finally {
    await events?.finish();
  }
}

/** What a run took, also one that failed: whoever called pays for both. */
function billOf({ loaded, wishes, world }: SubagentSetup, { turn: { own } }: UsageMeter): Partial<EventDraft> {
  if (own.inputTokens + own.outputTokens === 0) return {};
  const costUsd = costOf(own, resolveModel(loaded.config, wishes.model, world.env));
  return { tokenUsage: reportedUsage(own), ...(costUsd === undefined ? {} : { costUsd }) };
}

async function work(
  setup: SubagentSetup,
  task: SubagentTask,
  events: EventSender | undefined,
): Promise<SubagentAnswer & { answer: AgentAnswer }> {
  const { fetch } = setup.world;
  const media = await loadInputs(task.inputs, { readFile: task.readFile, fetch, signal: task.signal });
  const final = finalAnswerOf(setup);
  const session = await openSubagentSession(setup, task);
  try {
    const answer = await ask(setup, task, session, userMessage(task.prompt, media), final, events);
    return { answer, ...resultOf(answer, final) };
  } finally {
    await session.close();
  }
}

function openSubagentSession(
  { loaded, world, lineage, warn, onStderr, logins, cache, wishes }: SubagentSetup,
  task: SubagentTask,
) {
  return openSession(
    loaded,
    { ...world, signal: task.signal },
    {
      ...wishes,
      onNotice: warn,
      host: {
        env: childEnvironment(world.env, lineage, task.runId),
        onWarning: warn,
        onStderr,
        ...(logins === undefined ? {} : { logins }),
        ...(cache === undefined ? {} : { cache }),
        ...(lineage.eventAddress === undefined ? {} : { eventAddress: lineage.eventAddress }),
      },
    },
  );
}

async function ask(
  setup: SubagentSetup,
  task: SubagentTask,
  session: AgentSession,
  said: UserMessage,
  final: FinalAnswer | undefined,
  events: EventSender | undefined,
): Promise<AgentAnswer> {
  const report = events === undefined ? undefined : eventWatcher(events);
  return new Conversation(logOf(setup, task.runId)).turn(said, {
    ...session,
    toolset: () => session.toolset(final === undefined ? [] : [final.tool]),
    maxSteps: setup.maxSteps,
    watch: async (event) => {
      await task.watch(event);
      await report?.(event);
    },
    signal: task.signal,
    clock: setup.world.clock,
    ...(final === undefined
      ? {}
      : { isAnswered: () => final.isOver, correction: (message) => final.correction(message) }),
  });
}

function resultOf({ text }: AgentAnswer, final: FinalAnswer | undefined): SubagentAnswer {
  if (final === undefined) return { text };
  if (final.answer === undefined) {
    throw cpeFault('ModelFailed', `The subagent gave no answer that fits its output schema: ${final.problem}.`, {
      context: { retry: false },
    });
  }
  return { text: JSON.stringify(final.answer.value), value: final.answer.value };
}

function finalAnswerOf(setup: SubagentSetup): FinalAnswer | undefined {
  const schema = outputSchemaOf(setup);
  return schema === undefined ? undefined : new FinalAnswer(schema);
}

export function outputSchemaOf({ subagent, loaded, world }: Pick<SubagentSetup, 'subagent' | 'loaded' | 'world'>) {
  const { outputSchemaPath: path } = subagent;
  if (path === undefined) return undefined;
  const text = world.readText(isAbsolute(path) ? path : join(loaded.folder, path));
  if (text === undefined)
    throw cpeFault('ConfigInvalid', `The output schema ${path} cannot be read.`, { context: { path } });
  return JSON.parse(text) as JsonObject;
}

function senderOf(setup: SubagentSetup, runId: string): EventSender | undefined {
  const { lineage, subagent, world, eventFailure, warn } = setup;
  if (lineage.eventAddress === undefined) return undefined;
  return new EventSender({
    address: lineage.eventAddress,
    run: { name: subagent.name, runId, parentRunId: lineage.parentRunId, depth: lineage.depth },
    onFailure: eventFailure,
    onWarning: warn,
    fetch: world.fetch,
    now: world.now,
  });
}

/** Traces are kept with a label, so that nobody continues one by accident. That keeping fails ends no run. */
function logOf({ world, subagent, warn }: SubagentSetup, runId: string): MessageLog | undefined {
  const { newId, now, cwd } = world;
  const label = `subagent:${subagent.name}:${runId}`;
  try {
    const store = new ConversationStore({ path: join(cwd, CONVERSATION_FILE), newId, now });
    return {
      append: (message, parent, marks) =>
        appended(() => store.append(message, parent, { ...marks, label }), parent, warn),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    warn(error.message);
    return undefined;
  }
}

function appended(append: () => string, parent: string | undefined, warn: (warning: string) => void) {
  try {
    return append();
  } catch (error) {
    warn(`the conversation cannot be kept: ${(error as Error).message}`);
    return parent;
  }
}
